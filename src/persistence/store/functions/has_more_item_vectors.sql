-- True when the tenant, or one of its projects, has more than so many vectors, hidden ones included: looked at in the
-- index alone.
create function has_more_item_vectors(asked_project text, most integer) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if asked_project is null then
    return exists (
      select 1 from item_vectors v where v.tenant = viewer_tenant() order by v.written_order offset most limit 1
    );
  else
    return exists (
      select 1
      from item_vectors v
      where v.tenant = viewer_tenant() and v.project = asked_project
      order by v.written_order
      offset most
      limit 1
    );
  end if;
end
$$

alter function has_more_item_vectors owner to vouch_index

revoke execute on function has_more_item_vectors from public

grant execute on function has_more_item_vectors to vouch_viewer, vouch_system
