import { Card, Group, Slider, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { AsOfField } from '../parts/as-of-field.tsx';
import { AsOfNote } from '../parts/as-of-note.tsx';
import { onDate } from '../parts/instant.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords } from '../parts/words.ts';
import { type Fact, VersionsQuery } from './operations.ts';

const route = getRouteApi('/facts/$id');

interface AsOfProps {
  readonly now: Fact;
  /** The fact as it is shown; undefined: it was not there yet. */
  readonly fact: Fact | undefined;
}

/** Any instant, and a slider over every state that the fact was in; what is chosen stands in the address. */
export function AsOf({ now, fact }: AsOfProps) {
  const { asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/facts/$id' });
  const [{ data }] = useQuery({ query: VersionsQuery, variables: { id: now.id } });
  const node = data?.node;
  const versions = node != null && 'versions' in node ? node.versions.nodes : [];
  const last = versions.length - 1;
  const [dragged, setDragged] = useState<number | null>(null);
  const chosen =
    asOf === undefined
      ? last
      : Math.max(
          0,
          versions.findLastIndex(({ editedAt }) => Date.parse(editedAt) <= Date.parse(asOf)),
        );
  const at = dragged ?? chosen;
  const show = (instant: string | undefined) => {
    setDragged(null);
    navigate({ search: (before) => ({ ...before, asOf: instant }), replace: true });
  };
  const labelOf = (step: number) => {
    const version = versions[step];
    return version === undefined || step === last
      ? 'the latest state'
      : `${onDate(version.editedAt)}: ${inWords(version.status)}`;
  };
  return (
    <Stack gap="sm">
      <Card withBorder padding="sm">
        <Group gap="md">
          <AsOfField asOf={asOf} onChange={show} />
          {last > 0 && (
            <>
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
                onChangeEnd={(step) => show(step === last ? undefined : versions[step]?.editedAt)}
              />
              <Text size="sm" w={{ base: '100%', sm: 240 }} ta={{ sm: 'right' }}>
                {labelOf(at)}
              </Text>
            </>
          )}
        </Group>
      </Card>
      {asOf !== undefined && (
        <AsOfNote asOf={asOf} onNow={() => show(undefined)}>
          {fact !== undefined && <WordsSince now={now} then={fact} />}
        </AsOfNote>
      )}
    </Stack>
  );
}

/** Changes of its words since then. */
function WordsSince({ now, then }: { readonly now: Fact; readonly then: Fact }) {
  if (then.content === now.content) return <Text size="sm">It is in the same words as now.</Text>;
  return (
    <Text component="div" size="sm" className="statement">
      Changed since: <WordDiff before={then.content} after={now.content} />
    </Text>
  );
}
