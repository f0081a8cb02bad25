-- True when an item has a vector, whether or not the session reads its words.
create function has_item_vector(asked_item text) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select 1
    from item_vectors v
    where v.tenant = viewer_tenant() and v.item_id = asked_item and v.vector is not null
  )
$$

alter function has_item_vector owner to vouch_index

revoke execute on function has_item_vector from public

grant execute on function has_item_vector to vouch_viewer, vouch_system, vouch_erasure
