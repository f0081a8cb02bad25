-- The number of memories and entities that `items_with_suggested_labels` lists, at most `most`.
create function count_items_with_suggested_labels(wanted text[], subject text, most integer) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  mine text[] := viewer_places();
  allowed text[] := viewer_shown_label_places();
begin
  return (
    select count(*)
    from (
      (
        select 1
        from memories m
        where item_places(m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.quarantined) && mine
          and label_places(m.sensitivity_labels) && allowed
          and m.suggested_labels <> '{}'
          and m.suggested_labels && wanted
          and not m.is_personal
          and (subject is null or m.subject_id = subject)
        limit most
      )
      union all (
        select 1
        from graph_entities e
        where item_places(e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.quarantined) && mine
          and label_places(e.sensitivity_labels) && allowed
          and e.suggested_labels <> '{}'
          and e.suggested_labels && wanted
          and not e.is_personal
          and subject is null
        limit most
      )
      limit most
    ) counted
  );
end
$$

alter function count_items_with_suggested_labels owner to vouch_index

revoke execute on function count_items_with_suggested_labels from public

grant execute on function count_items_with_suggested_labels to vouch_viewer
