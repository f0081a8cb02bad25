import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { FlowGraph } from '../parts/flow-graph.tsx';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { inWords, ruleSentence } from '../parts/words.ts';
import type { Fact } from './operations.ts';
import { provenanceOf } from './provenance-graph.ts';

/** The way from the source to what became of it, and the words that it stands on. */
export default function ProvenanceTab({ fact }: { readonly fact: Fact }) {
  const { steps, links } = useMemo(() => provenanceOf(fact), [fact]);
  const text = fact.sourceChunk?.text ?? fact.sourceInteraction?.content;
  return (
    <Stack>
      <FlowGraph steps={steps} links={links} label="The way of this fact" />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {text !== undefined && (
          <Section title="In its source">
            <HighlightedText
              text={text}
              marks={markOf(text, fact.sourceChunk?.startOffset ?? 0, fact.sourceSpan)}
            />
          </Section>
        )}
        <Section title="How it was taken">
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

/** Whether its source still says it, and when somebody is to look again. */
function SourceLine({ fact }: { readonly fact: Fact }) {
  const { state, checkedAt, document } = fact.sourceState;
  return (
    <Text size="sm" mt="xs">
      Its source is <b>{inWords(state)}</b>
      {document !== null && ` (${document.path})`}
      {checkedAt !== null && (
        <>
          , checked <Instant at={checkedAt} />
        </>
      )}
      .{fact.verifyBy !== null && ` To be verified by ${onDate(fact.verifyBy)}.`}
    </Text>
  );
}
