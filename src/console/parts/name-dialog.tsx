import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

/** Asks for the name of a view. */
export default function NameDialog({ onName, onClose }: { onName(name: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  return (
    <Modal opened onClose={onClose} title="Save this view" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') onName(name.trim());
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="Kept in this browser."
            data-autofocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
