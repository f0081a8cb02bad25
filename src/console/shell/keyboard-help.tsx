import { Button, Group, Kbd, Modal, Switch, Table, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { singleKeys, useKeySettings } from './keys.ts';

/** All keys and their meaning; single keys are turned off and changed here. */
export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const settings = useKeySettings();
  const [changes, setChanges] = useState(false);
  return (
    <Modal opened onClose={onClose} title="Keys" size="md">
      <Title order={3} fz="sm">
        Everywhere
      </Title>
      <Table verticalSpacing={4}>
        <Table.Tbody>
          <Row name={<Kbd>⌘K or Ctrl K</Kbd>} meaning="go to a place, open an id, search" />
          {rowsOf(singleKeys.everywhere)}
        </Table.Tbody>
      </Table>
      <Title order={3} fz="sm" mt="sm">
        Inbox
      </Title>
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {rowsOf(singleKeys.inbox)}
          <Row name={<Kbd>Esc</Kbd>} meaning="clear the selection" />
        </Table.Tbody>
      </Table>
      <Group mt="md" justify="space-between">
        <Switch
          label="Single keys"
          checked={!settings.areOff}
          onChange={(event) => settings.turnOff(!event.currentTarget.checked)}
        />
        <Group gap="xs">
          {settings.isChanged && (
            <Button variant="subtle" size="compact-sm" onClick={settings.reset}>
              Reset
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => setChanges(!changes)}>
            {changes ? 'Done' : 'Change keys'}
          </Button>
        </Group>
      </Group>
    </Modal>
  );

  function rowsOf(keys: Readonly<Record<string, string>>) {
    return Object.entries(keys).map(([key, meaning]) => (
      <Row
        key={key}
        meaning={meaning}
        name={changes ? <KeyField settingOf={key} meaning={meaning} /> : <Kbd>{settings.keyOf(key)}</Kbd>}
      />
    ));
  }
}

function Row({ name, meaning }: { readonly name: React.ReactNode; readonly meaning: string }) {
  return (
    <Table.Tr>
      <Table.Td w={130}>{name}</Table.Td>
      <Table.Td>{meaning}</Table.Td>
    </Table.Tr>
  );
}

const everyKey = Object.keys({ ...singleKeys.everywhere, ...singleKeys.inbox });

/** A field for one character that no other key has. */
function KeyField({ settingOf, meaning }: { readonly settingOf: string; readonly meaning: string }) {
  const { keyOf, change } = useKeySettings();
  const [taken, setTaken] = useState<string | null>(null);
  return (
    <TextInput
      size="xs"
      w={90}
      aria-label={`Key: ${meaning}`}
      value={keyOf(settingOf)}
      error={taken !== null && `${taken} is taken`}
      onChange={({ nativeEvent }) => {
        const typed =
          'data' in nativeEvent
            ? String(nativeEvent.data ?? '')
                .trim()
                .toLowerCase()
            : '';
        const isTaken = everyKey.some((other) => other !== settingOf && keyOf(other) === typed);
        setTaken(isTaken ? typed : null);
        if (typed.length === 1 && !isTaken) change(settingOf, typed);
      }}
    />
  );
}
