-- The queue of suggested labels, memories and entities in one order, without personal ones, from either end; entities
-- have no subject. Applies tenant, visibility and label policy itself: `&&` is not leakproof, so that under row-level
-- security no index would serve it. The matches are found first and then sorted, since an index in the order of the
-- page would read hidden rows; each row has their number, `matches`.
create function items_with_suggested_labels(
  wanted text[], subject text, after_at timestamptz, after_id text, before_at timestamptz, before_id text,
  inclusive boolean, from_end boolean, most integer
) returns table(id text, created_at timestamptz, matches bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  mine text[] := viewer_places();
  allowed text[] := viewer_shown_label_places();
begin
  return query
    with found as materialized (
      select m.id, m.created_at
      from memories m
      where {{in places of m}}
        and m.suggested_labels <> '{}'
        and m.suggested_labels && wanted
        and not m.is_personal
        and (subject is null or m.subject_id = subject)
      union all
      select e.id, e.created_at
      from graph_entities e
      where {{in places of e}}
        and e.suggested_labels <> '{}'
        and e.suggested_labels && wanted
        and not e.is_personal
        and subject is null
    ),
    queue as materialized (
      select f.id, f.created_at
      from found f
      where (after_id is null or (f.created_at, f.id) > (after_at, after_id) or inclusive and f.id = after_id)
        and (before_id is null or (f.created_at, f.id) < (before_at, before_id) or inclusive and f.id = before_id)
    ) (
      select q.id, q.created_at, (select count(*) from found)
      from queue q where not from_end order by q.created_at, q.id limit most
    ) union all (
      select q.id, q.created_at, (select count(*) from found)
      from queue q where from_end order by q.created_at desc, q.id desc limit most
    );
end
$$

alter function items_with_suggested_labels owner to vouch_index

revoke execute on function items_with_suggested_labels from public

grant execute on function items_with_suggested_labels to vouch_viewer
