import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EventTitle } from '../parts/event-title.tsx';
import { Instant } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import type { Change } from './operations.ts';

/** The words of an item, at most two lines of them, as a link to its page. */
export function ItemLink({ item }: { readonly item: NonNullable<Change['candidate']> }) {
  return (
    <Anchor component={Link} to={`/facts/${item.id}`} size="sm" lineClamp={2}>
      <StoredText>{item.content}</StoredText>
    </Anchor>
  );
}

/** One change: the item, the words before and after, the person and the reason. */
export function ChangeLine({ change }: { readonly change: Change }) {
  const { candidate } = change;
  return (
    <div>
      <Text size="sm" component="div">
        <EventTitle event={change} />
      </Text>
      {candidate !== null && <ItemLink item={candidate} />}
      {change.__typename === 'RevisionEvent' && change.previous !== null && (
        <Text size="sm" component="div">
          <WordDiff before={change.previous.content} after={change.wording?.content ?? ''} />
        </Text>
      )}
      {change.__typename === 'StateEvent' && (
        <Text size="sm" component="div">
          <WordDiff before={change.stateBefore ?? ''} after={change.stateAfter ?? ''} />
        </Text>
      )}
      {change.__typename === 'DecisionEvent' && change.reason !== null && (
        <Text size="sm" fs="italic">
          <StoredText>{change.reason}</StoredText>
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {change.actor !== null && (
          <>
            <StoredText>{change.actor.name}</StoredText>,{' '}
          </>
        )}
        <Instant at={change.at} />
      </Text>
    </div>
  );
}
