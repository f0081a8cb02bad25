import { Text, Timeline } from '@mantine/core';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { capitalized, inWords } from '../parts/words.ts';
import type { ItemDetail } from './item-query.ts';

/** Events of the item with their actors, newest first, as far as the viewer may see them. */
export default function History({ detail }: { readonly detail: ItemDetail }) {
  const events = detail.auditTrail?.nodes ?? [];
  const revisions = detail.revisions.nodes;
  if (events.length === 0 && revisions.length <= 1) return null;
  return (
    <Section title="History">
      <Timeline bulletSize={12} lineWidth={2}>
        {events.map(({ id, action, actor, at }) => (
          <Timeline.Item
            key={id}
            title={<Text size="sm">{capitalized(inWords(action).replaceAll('.', ' '))}</Text>}
          >
            <Text size="xs" c="dimmed">
              {actor.name}, <Instant at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
