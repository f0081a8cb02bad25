/** Statements that write the inbox entries of what was filled in without triggers; triggers are on. */
export const listing: readonly string[] = [
  ...['memories', 'graph_entities'].map(
    (table) => `select count(list_item_in_inbox(tenant, id)) from ${table}`,
  ),
  // Each contradiction is locked until its transaction ends, and a server has room for some thousands of locks.
  ...Array.from(
    { length: 50 },
    (_, part) =>
      `select count(list_contradiction_in_inbox(tenant, id)) from contradictions where abs(hashtext(id)) % 50 = ${part}`,
  ),
  `select count(list_routing_in_inbox(tenant, extraction_id)) from workflow_items where status in ('NEEDS_REVIEW', 'REJECTED')`,
  'update source_changes set verdict = verdict where verdict is null',
];
