import { builder } from '#resolvers/schema/builder.ts';
import { ItemStatusFilter } from './enum-filters.ts';
import { byEnum, byInstant, byName, enumFilter } from './filters.ts';
import { orderInput } from './order-input.ts';

const TimelineKind = builder.enumType('TimelineKind', {
  description: 'What an event of a timeline is about.',
  values: {
    REVISION: { description: 'The wording of an item changed.' },
    DECISION: { description: 'The status of an item changed.' },
    CHANGE: { description: 'An item changed in another way.' },
    EVIDENCE: { description: 'Evidence on a memory was recorded.' },
    CONTRADICTION: { description: 'A contradiction was found.' },
    RESOLUTION: { description: 'A contradiction was resolved.' },
    LABELS: { description: 'Labels of an item were decided about.' },
    ROUTING: { description: 'An extraction was routed, or a person decided about it.' },
    DELIVERY: { description: 'A bundle delivered a memory.' },
    INGESTION: { description: 'A version of a document came, or came back.' },
    RELATION: { description: 'An entity was related to another.' },
    RELATION_END: { description: 'A relation of entities was ended.' },
    STATE: { description: 'An entry of trusted project state was set.' },
    TRACE: { description: 'A version of a trace was written.' },
    REPLAY: { description: 'A version of a trace was replayed.' },
    RETIREMENT: { description: 'A pathway was retired.' },
  },
});

export const TimelineFilter = builder.inputType('TimelineFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    kind: t.field(byEnum(enumFilter('TimelineKind', TimelineKind), 'By what the event is about.')),
    at: t.field(byInstant('By when it happened, in UTC.')),
    actor: t.field(byName('user', 'By the name of the user who acted, as far as the event names one.')),
    status: t.field(byEnum(ItemStatusFilter, 'By the status that the event left an item in.')),
  }),
});

export const TimelineOrder = orderInput(
  'TimelineOrder',
  'The order of a timeline.',
  builder.enumType('TimelineOrderField', {
    description: 'What events are ordered by.',
    values: { AT: { description: 'By the time when they happened.' } },
  }),
);
