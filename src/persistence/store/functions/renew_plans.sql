-- Makes a transaction that fills tables check foreign keys by index and by generic plans, and discards the cached plans
-- of this connection when a referenced table has doubled since they were made: a plan for an empty table would go on to
-- scan a large one. A size is that of the table's files, for all tenants, since no table is scanned for it.
create function renew_plans() returns void
language plpgsql
as $$
declare
  sizes bigint[] := (
    select array_agg(
      pg_relation_size(pointed)
        + coalesce((select sum(pg_relation_size(inhrelid)) from pg_inherits where inhparent = pointed), 0)
      order by place
    )
    from unnest(
      '{waves,documents,chunks,interactions,extraction_reports,extractions,memories,graph_entities,audit_events}'::regclass[]
    ) with ordinality as listed (pointed, place)
  );
  planned_for bigint[] := nullif(current_setting('vouch.planned_for', true), '')::bigint[];
begin
  perform set_config('enable_seqscan', 'off', true);
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  if planned_for is null
    or exists (select from unnest(sizes, planned_for) as pair (size, before) where size > 2 * before)
  then
    execute 'discard plans';
    perform set_config('vouch.planned_for', sizes::text, false);
  end if;
end
$$
