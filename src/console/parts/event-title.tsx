import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { addressAsOf } from './addresses.ts';
import { isProposal } from './proposal.ts';
import { inWords } from './words.ts';

export const TimelineEntry = graphql(`
  fragment TimelineEntry on TimelineEvent {
    __typename
    at
    actor { id name }
    ... on ContradictionEvent { contradiction { id } }
    ... on DecisionEvent { from to }
    ... on DeliveryEvent { receipt { id } }
    ... on EvidenceEvent { evidence { id detectionType } }
    ... on IngestionEvent { document { id path } }
    ... on RelationEvent { relation { relation to { id name } } }
    ... on ResolutionEvent { contradiction { id } }
    ... on RevisionEvent { wording: revision { revision content } }
    ... on RoutingEvent { workflowItem { id routedTo: status routedFor: reason } }
    ... on StateEvent { entry { id category key } stateBefore: from stateAfter: to }
    ... on TraceEvent { trace { id version } }
  }
`);

export type TimelineEntry = ResultOf<typeof TimelineEntry>;

const becomes: Readonly<Record<string, string>> = {
  CANDIDATE: 'Returned to the queue',
  ACTIVE: 'Promoted: it is believed',
  INVALID: 'Rejected',
  SUPERSEDED: 'Superseded',
  GRADUATED: 'Graduated into an entity',
  RETIRED: 'Retired',
};

const others: Readonly<Partial<Record<TimelineEntry['__typename'], string>>> = {
  LabelsEvent: 'Suggested labels were decided',
  ReplayEvent: 'A trace was replayed',
  RetirementEvent: 'A pathway was retired',
};

interface EventTitleProps {
  readonly event: TimelineEntry;
  /** Instant as of which the list is shown. */
  readonly asOf?: string | undefined;
}

/** Description of an event, with a link to its object. */
export function EventTitle({ event, asOf }: EventTitleProps) {
  const link = (to: string | undefined, words: string) =>
    to === undefined ? (
      words
    ) : (
      <Anchor component={Link} to={to} inherit>
        {words}
      </Anchor>
    );
  const idOf = (thing: { readonly id: string } | null, path: string) =>
    thing === null ? undefined : addressAsOf(`/${path}`, thing.id, asOf);
  switch (event.__typename) {
    case 'DecisionEvent':
      return isProposal(event) ? 'Proposed' : (becomes[event.to ?? ''] ?? 'Decided');
    case 'RevisionEvent':
      if (event.wording === null) return 'Proposed or reworded; its words are hidden';
      return isProposal(event) ? 'Proposed' : `Reworded, revision ${event.wording.revision}`;
    case 'IngestionEvent':
      return <>Read from {link(idOf(event.document, 'sources'), event.document?.path ?? 'a document')}</>;
    case 'RoutingEvent':
      return link(
        idOf(event.workflowItem, 'records'),
        event.workflowItem === null
          ? 'Routed'
          : `Routed: ${inWords(event.workflowItem.routedTo)}, ${inWords(event.workflowItem.routedFor)}`,
      );
    case 'EvidenceEvent':
      return `Evidence: ${inWords(event.evidence?.detectionType ?? 'recorded')}`;
    case 'ContradictionEvent':
      return link(idOf(event.contradiction, 'contradictions'), 'A contradiction was found');
    case 'ResolutionEvent':
      return link(idOf(event.contradiction, 'contradictions'), 'A contradiction was decided');
    case 'DeliveryEvent':
      return link(idOf(event.receipt, 'records'), 'Delivered to an agent');
    case 'RelationEvent':
      return (
        <>
          Related: {inWords(event.relation?.relation ?? 'related')}{' '}
          {link(idOf(event.relation?.to ?? null, 'facts'), event.relation?.to.name ?? 'an entity')}
        </>
      );
    case 'StateEvent':
      return (
        <>
          {event.stateBefore === null ? 'Set' : 'Changed'}: {event.entry?.category} / {event.entry?.key}
        </>
      );
    case 'TraceEvent':
      return link(idOf(event.trace, 'chains'), 'Its source was given to a run');
    default:
      return others[event.__typename] ?? 'Details changed, neither words nor status';
  }
}
