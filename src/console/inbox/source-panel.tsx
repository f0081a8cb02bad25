import { Anchor, Breadcrumbs, ScrollArea, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import type { ItemDetail } from './item-query.ts';

/** The section or the conversation that the statement stands in, with its words marked. */
export function SourcePanel({ detail }: { readonly detail: ItemDetail }) {
  const { sourceChunk: chunk, sourceInteraction: interaction, sourceSpan: span } = detail;
  if (chunk === null && interaction === null) {
    return (
      <Section title="Source">
        {span === null ? (
          <Text c="dimmed" size="sm">
            Written by hand: there is no source.
          </Text>
        ) : (
          <blockquote className="statement">
            <StoredText>{span.text}</StoredText>
          </blockquote>
        )}
      </Section>
    );
  }
  const text = chunk?.text ?? interaction?.content ?? '';
  return (
    <Section
      title="Source"
      aside={
        chunk?.document ? (
          <Anchor component={Link} to={`/sources/${chunk.document.id}`} size="sm">
            {chunk.document.path}
          </Anchor>
        ) : (
          interaction !== null && (
            <Text size="sm" c="dimmed">
              {interaction.source ?? 'interaction'}, <Instant at={interaction.occurredAt} />
            </Text>
          )
        )
      }
    >
      {chunk !== null && (
        <Breadcrumbs separator="›" mb="xs">
          {chunk.headingPath.map((heading) => (
            <Text key={heading} size="xs" c="dimmed">
              <StoredText>{heading}</StoredText>
            </Text>
          ))}
        </Breadcrumbs>
      )}
      <ScrollArea.Autosize
        mah="58dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': 'Source text', role: 'region' }}
      >
        <HighlightedText text={text} marks={markOf(text, chunk?.startOffset ?? 0, span)} />
      </ScrollArea.Autosize>
    </Section>
  );
}
