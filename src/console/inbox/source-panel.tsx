import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useContext } from 'react';
import { sourceOf, textOf } from '../api/item-fields.ts';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { AtItsWords } from './at-its-words.tsx';
import type { ItemDetail } from './item-query.ts';
import { ReadingContext } from './reading.ts';

const WholeDocument = lazy(() => import('./whole-document.tsx'));

/**
 * The section or the conversation that the statement stands in, with its words marked; the whole document where the inbox is
 * narrowed to it.
 */
export function SourcePanel({ detail }: { readonly detail: ItemDetail }) {
  const reading = useContext(ReadingContext);
  const { source, sourceSpan: span } = detail;
  const text = textOf(source);
  if (text === null) {
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
  const chunk = sourceOf('Chunk', source);
  const interaction = sourceOf('Interaction', source);
  const section = (
    <AtItsWords>
      <HighlightedText text={text} marks={markOf(text, chunk?.startOffset ?? 0, span)} />
    </AtItsWords>
  );
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
              {interaction.capturedIn ?? 'interaction'}, <Instant at={interaction.occurredAt} />
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
      {reading !== null && reading.documentId === chunk?.document?.id ? (
        <Suspense fallback={section}>
          <WholeDocument reading={reading} itemId={detail.id}>
            {section}
          </WholeDocument>
        </Suspense>
      ) : (
        section
      )}
    </Section>
  );
}
