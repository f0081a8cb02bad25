import { Kbd, Modal, Table, Title } from '@mantine/core';

const everywhere: readonly [string, string][] = [
  ['⌘K or Ctrl K', 'go to a place, open an id, search'],
  ['?', 'this help'],
];

const inbox: readonly [string, string][] = [
  ['j', 'next item'],
  ['k', 'previous item'],
  ['1', 'promote'],
  ['2', 'edit, then promote'],
  ['3', 'reject with a reason'],
  ['d', 'reject as a duplicate of another'],
  ['h', 'snooze'],
  ['x', 'select for a decision on many'],
  ['u', 'undo the last decision'],
  ['l', 'accept the suggested labels'],
  ['o', 'open the page of the fact'],
  ['/', 'search'],
];

export function KeyboardHelp({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="md">
      <Keys title="Everywhere" keys={everywhere} />
      <Keys title="Inbox" keys={inbox} />
    </Modal>
  );
}

function Keys({ title, keys }: { readonly title: string; readonly keys: readonly [string, string][] }) {
  return (
    <>
      <Title order={3} fz="sm" mt="sm">
        {title}
      </Title>
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={130}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
