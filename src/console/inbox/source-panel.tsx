import { Anchor, Box, Breadcrumbs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useContext, useLayoutEffect, useRef } from 'react';
import { HighlightedText, markOf } from '../parts/highlighted-text.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import type { ItemDetail } from './item-query.ts';
import { ReadingContext } from './reading.ts';

const WholeDocument = lazy(() => import('./whole-document.tsx'));

/**
 * The section or the conversation that the statement stands in, with its words marked; the whole document where the inbox is
 * narrowed to it.
 */
export function SourcePanel({ detail }: { readonly detail: ItemDetail }) {
  const reading = useContext(ReadingContext);
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
      {reading !== null && reading.documentId === chunk?.document?.id ? (
        <Suspense fallback={section}>
          <WholeDocument reading={reading} itemId={detail.id} around={AtItsWords}>
            {section}
          </WholeDocument>
        </Suspense>
      ) : (
        section
      )}
    </Section>
  );
}

/** A long text, scrolled to where the mark of the open statement is seen with what stands before it. */
function AtItsWords({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark[data-state=open], mark:not([data-state])');
    if (box.current == null || mark == null) return;
    const { top } = box.current.getBoundingClientRect();
    box.current.scrollTop += mark.getBoundingClientRect().top - top - box.current.clientHeight / 3;
  }, []);
  return (
    <Box
      ref={box}
      mah="58dvh"
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="Source text"
    >
      {children}
    </Box>
  );
}
