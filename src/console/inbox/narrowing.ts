import type { VariablesOf } from '../api/graphql.ts';
import { entityTypes, memoryKinds } from '../explore/choices.ts';
import type { InboxSearch } from '../shell/search.ts';
import type { InboxQuery } from './operations.ts';

type ItemFilter = NonNullable<NonNullable<VariablesOf<typeof InboxQuery>['filter']>['item']>;
type Order = VariablesOf<typeof InboxQuery>['orderBy'];

/** Parameters of the address that narrow the list to entries about some items. */
const narrowings = ['document', 'wave', 'rule', 'kind', 'contributor', 'from', 'below'] as const;
export type Narrowing = Pick<InboxSearch, (typeof narrowings)[number]>;

export const narrowingOf = (search: InboxSearch): Narrowing =>
  Object.fromEntries(narrowings.map((name) => [name, search[name]]));

/** Null when nothing narrows the list. */
export const itemFilterOf = ({
  document,
  wave,
  rule,
  kind,
  contributor,
  from,
  below,
}: Narrowing): ItemFilter | null => {
  const memoryKind = memoryKinds.find((one) => one === kind);
  const entityType = entityTypes.find((one) => one === kind);
  const kinds: readonly ItemFilter[] = [
    ...(memoryKind === undefined ? [] : [{ kind: { eq: memoryKind } }]),
    ...(entityType === undefined ? [] : [{ entityType: { eq: entityType } }]),
  ];
  const filter: ItemFilter = {
    ...(document === undefined ? {} : { documentId: { eq: document } }),
    ...(wave === undefined ? {} : { waveId: { eq: wave } }),
    ...(rule === undefined ? {} : { rule: { eq: rule } }),
    ...(contributor === undefined ? {} : { contributor: { eq: contributor } }),
    ...(from === undefined && below === undefined
      ? {}
      : {
          confidence: {
            gte: from === undefined ? null : from / 100,
            lt: below === undefined ? null : below / 100,
          },
        }),
    ...(kinds.length === 0 ? {} : { or: [...kinds] }),
  };
  return Object.keys(filter).length === 0 ? null : filter;
};

type Sort = NonNullable<InboxSearch['sort']>;

export const orderOf: Readonly<Record<Sort, Order>> = {
  urgent: null,
  oldest: { field: 'SINCE', direction: 'ASC' },
  newest: { field: 'SINCE', direction: 'DESC' },
  doubtful: { field: 'CONFIDENCE', direction: 'ASC' },
  sure: { field: 'CONFIDENCE', direction: 'DESC' },
};

export const sortWords: Readonly<Record<Sort, string>> = {
  urgent: 'Most urgent first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  doubtful: 'Lowest confidence first',
  sure: 'Highest confidence first',
};
