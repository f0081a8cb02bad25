import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconChecks,
  IconClock,
  IconCloudOff,
  IconSquare,
  IconSquareCheckFilled,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { KindBadge } from '../parts/badges.tsx';
import { agoInShort } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { changeTitle, counted, inWords, percent } from '../parts/words.ts';
import { type Outcome, outcomeOf } from './decision.ts';
import type { Entry, Subject } from './operations.ts';
import { type Failed, type Outcomes, useOutcome } from './outcomes.ts';
import { reasonWords } from './ways.ts';

export const rowHeight = 84;
/** Twenty of them are on a screen of 900 pixels. */
export const denseRowHeight = 28;

/** The words by which an entry is known. */
export const titleOf = (subject: Subject): string => {
  switch (subject.__typename) {
    case 'Contradiction':
      return `${subject.itemA.content} ≠ ${subject.itemB.content}`;
    case 'WorkflowItem':
      return `${subject.extraction?.schemaName ?? 'An extraction'}: ${inWords(subject.routedFor)}`;
    case 'Quarantine':
      return subject.why;
    case 'SourceChange':
      return changeTitle(subject.changeKind, subject.path);
    case 'IngestionWave':
      return `${counted(subject.unreadDocuments, 'unread document')} of ${subject.inProject?.name ?? 'a project'}`;
    default:
      return subject.content;
  }
};

interface EntryRowProps {
  readonly entry: Entry;
  /** Pixels from the top of the list. */
  readonly start: number;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly outcomes: Outcomes;
  /** True when it left the inbox by another hand. */
  readonly hasLeft: boolean;
  onOpen(id: string): void;
  onSelect(id: string): void;
  onSelectTo(id: string): void;
  readonly isDense: boolean;
}

/** One line of the inbox. It is plain elements for the most part: a list is scrolled by hundreds of them. */
export const EntryRow = memo(function EntryRow({
  entry,
  start,
  place,
  count,
  isOpen,
  isSelected,
  outcomes,
  hasLeft,
  onOpen,
  onSelect,
  onSelectTo,
  isDense,
}: EntryRowProps) {
  const { id, subject } = entry;
  const taken = useOutcome(outcomes, id);
  const isFailed = typeof taken === 'object';
  // Decisions of others stand, whatever failed here.
  const outcome = hasLeft && (isFailed || taken === undefined) ? outcomeOf(entry) : taken;
  const isDecided = typeof outcome === 'string';
  const Mark = isSelected ? IconSquareCheckFilled : IconSquare;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the open entry
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page's own keys open an entry
    <div
      className={isDense ? 'row row-dense' : 'row'}
      id={`row-${id}`}
      role="option"
      aria-selected={isOpen}
      aria-setsize={count}
      aria-posinset={place}
      data-decided={isDecided || undefined}
      data-failed={isFailed || undefined}
      style={{ top: start, height: isDense ? denseRowHeight : rowHeight }}
      onClick={() => onOpen(id)}
    >
      <Mark
        size={18}
        {...(isSelected ? { role: 'img', 'aria-label': 'selected' } : { 'aria-hidden': true })}
        className="row-mark"
        onClick={(event) => {
          event.stopPropagation();
          (event.shiftKey ? onSelectTo : onSelect)(id);
        }}
      />
      <div className="row-body">
        <div className="row-title statement">
          <StoredText>{titleOf(subject)}</StoredText>
        </div>
        <div className="row-facts">
          {outcome !== undefined && <OutcomeMark outcome={isDecided ? outcome : outcome.state} />}
          <Facts entry={entry} />
          <span className="row-since">{agoInShort(entry.since)}</span>
        </div>
      </div>
    </div>
  );
});

const Facts = memo(function Facts({ entry }: { readonly entry: Entry }) {
  const { subject, reason, priority, claimedBy, snoozedUntil } = entry;
  const item = subject.__typename === 'Memory' || subject.__typename === 'Entity' ? subject : null;
  const isCandidate = reason === 'CANDIDATE' || reason === 'GRADUATION';
  return (
    <>
      {!isCandidate && (
        <Badge color={priority >= 65 ? 'red' : 'orange'} size="sm">
          {reasonWords[reason].name}
        </Badge>
      )}
      {item !== null && isCandidate && <KindBadge item={item} size="sm" />}
      {item?.stale && (
        <Badge color="red" size="sm">
          stale
        </Badge>
      )}
      {snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now() && (
        <Badge color="yellow" size="sm" leftSection={<IconClock size={12} aria-hidden />}>
          until {shortDate.format(new Date(snoozedUntil))}
        </Badge>
      )}
      {claimedBy !== null && (
        <Badge color="grape" size="sm" className="row-claim">
          {claimedBy.name}
        </Badge>
      )}
      {item !== null && isCandidate && (
        <span>
          <span className="row-word">confidence </span>
          {percent(item.confidence)}
        </span>
      )}
    </>
  );
});

const shortDate = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

const marks = {
  promoted: { icon: IconCheck, color: 'var(--mantine-color-teal-6)' },
  rejected: { icon: IconX, color: 'var(--mantine-color-red-6)' },
  snoozed: { icon: IconClock, color: 'var(--mantine-color-yellow-7)' },
  settled: { icon: IconChecks, color: 'var(--mantine-color-teal-6)' },
  unsent: { icon: IconCloudOff, color: 'var(--mantine-color-red-6)' },
  refused: { icon: IconAlertTriangle, color: 'var(--mantine-color-red-6)' },
} as const;

function OutcomeMark({ outcome }: { readonly outcome: Outcome | Failed['state'] }) {
  const { icon: Mark, color } = marks[outcome];
  return <Mark size={16} color={color} role="img" aria-label={outcome} style={{ flex: 'none' }} />;
}
