import { Alert, Badge, Button, Card, Group, Slider, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { ask } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { StatusBadge } from '../parts/badges.tsx';
import { onDate } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords, percent } from '../parts/words.ts';
import { EntityAsOfQuery, type Fact, MemoryAsOfQuery, type Snapshot, VersionsQuery } from './operations.ts';

const route = getRouteApi('/facts/$id');

/** A slider over every state that the fact was in; the one that is chosen stands in the address. */
export function AsOf({ fact }: { readonly fact: Fact }) {
  const { asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/facts/$id' });
  const [{ data }] = useQuery({ query: VersionsQuery, variables: { id: fact.id } });
  const node = data?.node;
  const versions = node != null && 'versions' in node ? node.versions.nodes : [];
  const last = versions.length - 1;
  const [dragged, setDragged] = useState<number | null>(null);
  if (last < 1 && asOf === undefined) return null;
  const chosen =
    asOf === undefined
      ? last
      : Math.max(
          0,
          versions.findLastIndex(({ editedAt }) => Date.parse(editedAt) <= Date.parse(asOf)),
        );
  const at = dragged ?? chosen;
  const choose = (step: number) => {
    setDragged(null);
    navigate({
      search: (before) => ({ ...before, asOf: step === last ? undefined : versions[step]?.editedAt }),
      replace: true,
    });
  };
  const labelOf = (step: number) => {
    const version = versions[step];
    return version === undefined || step === last
      ? 'now'
      : `${onDate(version.editedAt)}: ${inWords(version.status)}`;
  };
  return (
    <Stack gap="sm">
      <Card withBorder padding="sm">
        <Group gap="md">
          <IconHistory size={18} aria-hidden />
          <Text size="sm" fw={600} style={{ flex: 'none' }}>
            As of
          </Text>
          <Slider
            flex={1}
            miw={140}
            min={0}
            max={Math.max(1, last)}
            step={1}
            label={null}
            thumbLabel="As of"
            thumbProps={{ 'aria-valuetext': labelOf(at) }}
            marks={versions.map((_, value) => ({ value }))}
            value={at}
            onChange={setDragged}
            onChangeEnd={choose}
          />
          <Text size="sm" w={{ base: '100%', sm: 240 }} ta={{ sm: 'right' }}>
            {labelOf(at)}
          </Text>
        </Group>
      </Card>
      {asOf !== undefined && <Then fact={fact} asOf={asOf} onNow={() => choose(last)} />}
    </Stack>
  );
}

/** Another time is no present state: it is asked beside the cache. */
const askThen = async (session: string, { id, __typename }: Fact, asOf: string): Promise<Snapshot | null> =>
  __typename === 'Memory'
    ? (await ask(session, MemoryAsOfQuery, { id, asOf })).memory
    : (await ask(session, EntityAsOfQuery, { id, asOf })).entity;

interface ThenProps {
  readonly fact: Fact;
  readonly asOf: string;
  onNow(): void;
}

/** State at an instant, as a difference to the present. */
function Then({ fact, asOf, onNow }: ThenProps) {
  const { id: session } = useSession();
  const [then, setThen] = useState<Snapshot | string | null>();
  useEffect(() => {
    let current = true;
    askThen(session, fact, asOf).then(
      (snapshot) => current && setThen(snapshot),
      ({ message }: Error) => current && setThen(message),
    );
    return () => {
      current = false;
    };
  }, [session, fact, asOf]);
  if (then === undefined) return null;
  return (
    <Alert
      color="yellow"
      title={
        <Group gap="sm">
          As it stood on {onDate(asOf)}
          <Button size="compact-xs" variant="default" onClick={onNow}>
            Back to now
          </Button>
        </Group>
      }
    >
      {then === null || typeof then === 'string' ? (
        <Text size="sm">{then ?? 'It did not exist yet.'}</Text>
      ) : (
        <Stack gap="xs">
          <Group gap="xs">
            <StatusBadge status={then.status} />
            <Badge color="gray">trust {inWords(then.trust)}</Badge>
            <Badge color="gray">revision {then.revision}</Badge>
            <Badge color="gray">{percent(then.confidence)} confidence</Badge>
          </Group>
          <Text component="div" className="statement">
            <StoredText>{then.content}</StoredText>
          </Text>
          {then.content === fact.content ? (
            <Text size="sm">In the same words as now.</Text>
          ) : (
            <Text component="div" size="sm" className="statement">
              Changed since: <WordDiff before={then.content} after={fact.content} />
            </Text>
          )}
          <Text size="sm">Everything below is as it is now.</Text>
        </Stack>
      )}
    </Alert>
  );
}
