import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { sourceOf, textOf } from '../api/item-fields.ts';
import { FlowGraph } from '../parts/flow-graph.tsx';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant, onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { ruleSentence } from '../parts/words.ts';
import type { Fact } from './operations.ts';
import { provenanceOf } from './provenance-graph.ts';

/** The way from the source to what became of it, and the words that it stands on. */
export default function ProvenanceTab({ fact }: { readonly fact: Fact }) {
  const { steps, links } = useMemo(() => provenanceOf(fact), [fact]);
  const text = textOf(fact.source);
  return (
    <Stack>
      <FlowGraph steps={steps} links={links} label="The way of this fact" />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {text !== null && (
          <Section title="In its source">
            <HighlightedText
              text={text}
              marks={markOf(text, sourceOf('Chunk', fact.source)?.startOffset ?? 0, fact.sourceSpan)}
            />
          </Section>
        )}
        <Section title="Origin">
          <Text size="sm">
            {fact.rule === null ? 'A person wrote it.' : `${fact.rule}: ${ruleSentence(fact.rule)}`}
            {fact.extractorVersion !== null && ` Extractor ${fact.extractorVersion}.`}
          </Text>
          <SourceLine fact={fact} />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

const sourceSentences: Readonly<Record<Fact['sourceState']['state'], string>> = {
  UNKNOWN: 'Its source has not changed since',
  UNCHANGED: 'Its source still says the same',
  MOVED: 'Its words are in another place now',
  REWORDED: 'Its source says it in other words now',
  GONE: 'Its source no longer says it',
  WITHDRAWN: 'Its source was withdrawn',
};

/** State of its source, and the date of the next verification. */
function SourceLine({ fact }: { readonly fact: Fact }) {
  const { state, checkedAt, document } = fact.sourceState;
  return (
    <Text size="sm" mt="xs">
      {fact.source?.__typename === 'Chunk' &&
        `${sourceSentences[state]}${document === null ? '' : ` (${document.path})`}.`}
      {checkedAt !== null && (
        <>
          {' '}
          Checked <Instant at={checkedAt} />.
        </>
      )}
      {fact.verifyBy !== null && ` To be verified by ${onDay(fact.verifyBy)}.`}
    </Text>
  );
}
