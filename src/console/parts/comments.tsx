import { Box, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { problemOf } from '../api/refusal.ts';
import { isSnapshot } from './addresses.ts';
import { Failure } from './answer-state.tsx';
import { Instant } from './instant.tsx';
import { Section } from './section.tsx';
import { StoredText } from './stored-text.tsx';

const CommentsQuery = graphql(`
  query Comments($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Candidate {
        comments(first: 100) {
          nodes { id text writtenAt writtenBy { id name } addressee { id name } }
        }
      }
    }
  }
`);

const CommentMutation = graphql(`
  mutation Comment($input: CommentOnItemInput!) {
    commentOnItem(input: $input) {
      __typename
      ... on ItemPayload { applied }
      ... on UserError { code message }
    }
  }
`);

const HandOverMutation = graphql(`
  mutation HandOver($input: HandOverInboxItemInput!) {
    handOverInboxItem(input: $input) {
      __typename
      ... on InboxItemPayload { item { id claimedBy { id name } } }
      ... on UserError { code message }
    }
  }
`);

type Node = NonNullable<ResultOf<typeof CommentsQuery>['node']>;
type Comment = NonNullable<Extract<Node, { __typename: 'Memory' }>['comments']>['nodes'][number];

interface CommentsProps {
  readonly id: string;
  /** The entry of the inbox that is open; absent: none, and nothing can be handed over. */
  readonly entryId?: string;
}

/** Comments on an item, and a form for the next one, which may hand its entry over. */
export default function Comments({ id, entryId }: CommentsProps) {
  const [{ data, error }, read] = useQuery({ query: CommentsQuery, variables: { id } });
  if (error !== undefined) return <Failure error={error} />;
  const node = data?.node;
  if (node === undefined) return null;
  const comments = node !== null && 'comments' in node ? node.comments : null;
  if (comments === null)
    return <Text size="sm">Comments are read by reviewers, auditors and the contributor.</Text>;
  return (
    <Section title="Comments">
      <Stack gap="sm">
        {comments.nodes.map((comment) => (
          <OneComment key={comment.id} comment={comment} />
        ))}
        {isSnapshot(id) ? (
          comments.nodes.length === 0 && <Text size="sm">Nobody had commented on it then.</Text>
        ) : (
          <CommentForm
            key={id}
            id={id}
            entryId={entryId}
            onWritten={() => read({ requestPolicy: 'network-only' })}
          />
        )}
      </Stack>
    </Section>
  );
}

function OneComment({ comment: { text, writtenAt, writtenBy, addressee } }: { readonly comment: Comment }) {
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {writtenBy.name}
        {addressee !== null && ` to ${addressee.name}`}, <Instant at={writtenAt} />
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        <StoredText>{text}</StoredText>
      </Text>
    </Box>
  );
}

function CommentForm({
  id,
  entryId,
  onWritten,
}: {
  readonly id: string;
  readonly entryId: string | undefined;
  onWritten(): void;
}) {
  const client = useClient();
  const [text, setText] = useState('');
  const [to, setTo] = useState('');
  const [handsOver, setHandsOver] = useState(false);
  const [isSending, setSending] = useState(false);
  const name = to.trim();

  const send = async () => {
    const written = await client
      .mutation(CommentMutation, {
        input: { id, text: text.trim(), ...(name !== '' && { addressee: name }) },
      })
      .toPromise();
    const refusal = problemOf(written.error, written.data?.commentOnItem);
    if (refusal !== null) return refusal;
    setText('');
    setTo('');
    setHandsOver(false);
    onWritten();
    if (!handsOver || entryId === undefined || name === '') return null;
    const handed = await client.mutation(HandOverMutation, { input: { id: entryId, to: name } }).toPromise();
    return problemOf(handed.error, handed.data?.handOverInboxItem);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isSending) return;
    setSending(true);
    const refusal = await send();
    setSending(false);
    if (refusal !== null) notifications.show({ color: 'red', message: refusal });
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        <Textarea
          label="Comment"
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group align="end" justify="space-between">
          <TextInput
            label="For"
            placeholder="everybody"
            size="xs"
            maxLength={200}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          {entryId !== undefined && name !== '' && (
            <Checkbox
              label={`Hand this entry to ${name}`}
              checked={handsOver}
              onChange={(event) => setHandsOver(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" size="xs" disabled={text.trim() === '' || isSending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
