-- True when the viewer sees the row of the table, by that table's own policy; false for any other table. A connection
-- keeps the plan of each look-up, under the role that it was planned for.
create function viewer_sees_row(of_table text, of_id text) returns boolean
language plpgsql stable
as $$
begin
  if of_table = 'memories' then
    return exists (select 1 from memories seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'graph_entities' then
    return exists (select 1 from graph_entities seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'documents' then
    return exists (select 1 from documents seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'interactions' then
    return exists (select 1 from interactions seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'waves' then
    return exists (select 1 from waves seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'extractions' then
    return exists (select 1 from extractions seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'workflow_items' then
    return exists (select 1 from workflow_items seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'contradictions' then
    return exists (select 1 from contradictions seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'quarantines' then
    return exists (select 1 from quarantines seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  elsif of_table = 'source_changes' then
    return exists (select 1 from source_changes seen where seen.tenant = viewer_tenant() and seen.id = of_id);
  end if;
  return false;
end
$$
