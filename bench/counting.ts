import { withColumnLists } from '#persistence/store/column-lists.ts';

/** Statements that count by class what was filled in without triggers. */
export const countedItems: readonly string[] = ['memories', 'graph_entities'].flatMap((table) => [
  withColumnLists(`insert into item_counts ({{class columns}}, items)
    select {{class of ${table}_one}}, count(*) from ${table} one group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`),
  withColumnLists(`insert into quality_counts ({{quality columns}}, figures, times)
    select {{quality class of one}}, {{figures of ${table}_one}}, count(*) from ${table} one where {{extracted is of one}} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`),
]);

export const countedContradictions: readonly string[] = [
  withColumnLists(`insert into contradiction_classes
    select c.tenant, c.id, c.older_id, c.newer_id, c.status, c.severity, {{side of a}}, {{side of b}} from contradictions c
    join memories a on a.tenant = c.tenant and a.id = c.older_id join memories b on b.tenant = c.tenant and b.id = c.newer_id`),
  withColumnLists(`insert into contradiction_counts ({{contradiction class columns}}, contradictions)
    select {{contradiction class columns}}, count(*) from contradiction_classes group by {{contradiction class columns}}`),
  'select count_contradicted(k, 1) from contradiction_classes k',
];
