/** Statements that write the inbox entries of what was filled in without triggers; triggers are on. */
export const listing: readonly string[] = [
  ...['memories', 'graph_entities'].map(
    (table) => `select count(list_item_in_inbox(tenant, id)) from ${table}`,
  ),
  'select count(list_contradiction_in_inbox(tenant, id)) from contradictions',
  `select count(list_routing_in_inbox(tenant, extraction_id)) from workflow_items where status in ('NEEDS_REVIEW', 'REJECTED')`,
  'update source_changes set verdict = verdict where verdict is null',
];
