import { Kbd, Modal, Table, Title } from '@mantine/core';

const everywhere: readonly [string, string][] = [
  ['⌘K or Ctrl K', 'go to a place, open an id, search'],
  ['?', 'this help'],
];

const inbox: readonly [string, string][] = [
  ['j', 'next entry'],
  ['k', 'previous entry'],
  ['1', 'promote; accept, verify, approve: what the first button says'],
  ['2', 'edit, then promote; of a contradiction: B is right'],
  ['3', 'reject or retire with a reason'],
  ['d', 'reject as a duplicate of another'],
  ['h', 'snooze'],
  ['c', 'claim, or give back'],
  ['x', 'select for a decision on many'],
  ['Esc', 'select none'],
  ['u', 'undo the last decision'],
  ['o', 'open the page of the fact'],
  ['/', 'search the candidates'],
];

export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size="md">
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
