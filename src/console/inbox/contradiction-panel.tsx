import { SimpleGrid, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { ContradictionQuery } from '../contradictions/operations.ts';
import { Resolutions } from '../contradictions/resolutions.tsx';
import { SideCard } from '../contradictions/side-card.tsx';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import type { Decision } from './decision.ts';

/** Both sides of a contradiction, and what each way out would do. */
export default function ContradictionPanel({
  id,
  onResolve,
}: {
  readonly id: string;
  onResolve(decision: Decision): void;
}) {
  const [{ data, error }] = useQuery({ query: ContradictionQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const found = data.node;
  if (found?.__typename !== 'Contradiction') return null;
  return (
    <>
      <Title order={1} fz={20}>
        <StoredText>{found.explanation}</StoredText>
      </Title>
      <Section title="What differs (A to B)">
        <WordDiff before={found.itemA.content} after={found.itemB.content} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <SideCard name="A" side={found.itemA} />
        <SideCard name="B" side={found.itemB} />
      </SimpleGrid>
      {found.status === 'OPEN' && (
        <Resolutions
          contradiction={found}
          busy={false}
          onResolve={(chosen) => onResolve({ action: 'RESOLVE', ...chosen })}
        />
      )}
    </>
  );
}
