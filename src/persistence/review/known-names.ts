import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export type NameOfItems = 'label' | 'domain' | 'audience';

const read = async (session: ReadSession): Promise<ReadonlyMap<NameOfItems, readonly string[]>> => {
  const { rows } = await sql<{ vocabulary: NameOfItems; name: string }>`with seen as (
      select i.domain, i.sensitivity_labels, i.audience, i.items from item_counts i
      where i.tenant = ${session.viewer.tenant} and ${itemsVisibleTo(session.viewer, 'i')})
    select named.vocabulary, named.name from seen cross join lateral (
      select 'domain' as vocabulary, seen.domain as name where seen.domain is not null
      union all select 'label', unnest(seen.sensitivity_labels)
      union all select 'audience', unnest(seen.audience)) named
    group by 1, 2 having sum(seen.items) > 0 order by 2`.execute(await session.db());
  const names = Map.groupBy(rows, ({ vocabulary }) => vocabulary);
  return new Map([...names].map(([vocabulary, found]) => [vocabulary, found.map(({ name }) => name)]));
};

const bySession = new WeakMap<ReadSession, ReturnType<typeof read>>();

/** The labels, domains or groups of the items that the viewer sees, in whatever status; read once a session, from the classes of items. */
export const namesOfItems = async (
  session: ReadSession,
  vocabulary: NameOfItems,
): Promise<readonly string[]> => {
  const reading = bySession.get(session) ?? read(session);
  bySession.set(session, reading);
  return (await reading).get(vocabulary) ?? [];
};
