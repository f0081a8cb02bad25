import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { useHasRole } from '../api/session.tsx';
import { idAsOf, isSnapshot } from '../parts/addresses.ts';
import { Failure, NotShown } from '../parts/answer-state.tsx';
import { AsOfBar } from '../parts/as-of-bar.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { useTitle } from '../parts/title.ts';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import {
  type ContradictionFields,
  ContradictionQuery,
  ReopenMutation,
  ResolveMutation,
} from './operations.ts';
import { type Chosen, Resolutions } from './resolutions.tsx';
import { SideCard } from './side-card.tsx';

const route = getRouteApi('/contradictions/$id');

/** Both sides with what speaks for them, and what each resolution would do. */
export function ContradictionPage() {
  const { id } = route.useParams();
  const { asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/contradictions/$id' });
  const shownId = idAsOf(id, asOf);
  const [{ data, error, fetching }] = useQuery({ query: ContradictionQuery, variables: { id: shownId } });
  const node = data?.node;
  const found = node?.__typename === 'Contradiction' && node.id === shownId ? node : undefined;
  useTitle(found?.explanation);
  if (found === undefined && asOf === undefined && !fetching)
    return error === undefined ? <NotFound /> : <Failure error={error} />;
  return (
    <Stack p="lg">
      {found === undefined ? <NotShown error={error} isAsked={fetching} /> : <Header contradiction={found} />}
      <AsOfBar asOf={asOf} onChange={(instant) => navigate({ search: { asOf: instant }, replace: true })} />
      {found !== undefined && <Sides contradiction={found} />}
    </Stack>
  );
}

function Header({ contradiction: found }: { readonly contradiction: ContradictionFields }) {
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Badge color={found.severity === 'HARD' ? 'red' : 'orange'}>
          {inWords(found.severity ?? 'unrated')}
        </Badge>
        <Badge color={found.status === 'OPEN' ? 'blue' : 'teal'}>{inWords(found.status)}</Badge>
        <Text size="sm" c="dimmed">
          found by {found.judge} <Instant at={found.detectedAt} />
        </Text>
      </Group>
      <Title order={1} fz={22}>
        <StoredText>{found.explanation}</StoredText>
      </Title>
    </div>
  );
}

function Sides({ contradiction: found }: { readonly contradiction: ContradictionFields }) {
  const decides = useHasRole('reviewer') && !isSnapshot(found.id);
  return (
    <>
      <Section title="What differs (A to B)">
        <WordDiff before={found.itemA.content} after={found.itemB.content} />
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <SideCard name="A" side={found.itemA} />
        <SideCard name="B" side={found.itemB} />
      </SimpleGrid>
      {found.status === 'OPEN' ? (
        decides && <Open contradiction={found} />
      ) : (
        <Resolved contradiction={found} decides={decides} />
      )}
    </>
  );
}

/** Resolves it at once, here. */
function Open({ contradiction }: { readonly contradiction: ContradictionFields }) {
  const [{ fetching }, resolve] = useMutation(ResolveMutation);
  const run = async ({ as: action, ...more }: Chosen) => {
    const input = { id: contradiction.id, action, expectedRevision: contradiction.revision, ...more };
    const { data, error } = await resolve({ input });
    const refusal = problemOf(error, data?.resolveContradiction);
    notifications.show(
      refusal === null ? { color: 'teal', message: 'Resolved.' } : { color: 'red', message: refusal },
    );
  };
  return <Resolutions contradiction={contradiction} busy={fetching} onResolve={run} />;
}

function Resolved({
  contradiction,
  decides,
}: {
  readonly contradiction: ContradictionFields;
  readonly decides: boolean;
}) {
  const [{ fetching }, reopen] = useMutation(ReopenMutation);
  const { id, revision, resolution } = contradiction;
  if (resolution === null) return null;
  const run = async () => {
    const { data, error } = await reopen({ input: { id, expectedRevision: revision } });
    const refusal = problemOf(error, data?.reopenContradiction);
    if (refusal !== null) notifications.show({ color: 'red', message: refusal });
  };
  return (
    <Alert color="teal" title={`Resolved: ${inWords(resolution.action)}`}>
      <Group justify="space-between">
        <Text size="sm">
          <Instant at={resolution.resolvedAt} />
          {resolution.note !== null && (
            <>
              : <StoredText>{resolution.note}</StoredText>
            </>
          )}
        </Text>
        {decides && (
          <Button variant="default" loading={fetching} onClick={run}>
            Reopen and restore both
          </Button>
        )}
      </Group>
    </Alert>
  );
}
