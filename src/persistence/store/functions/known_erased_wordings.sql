-- Marks by which the tenant's erased wordings are known again, without the items that they stood in. Runs without
-- row-level security: anybody who writes words is refused those that were erased.
create function known_erased_wordings() returns table (length integer, mark integer, ending text, digest text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select distinct w.length, w.mark, w.ending, w.digest
    from erased_wordings w
    where w.tenant = viewer_tenant();
end
$$

alter function known_erased_wordings owner to vouch_index

revoke execute on function known_erased_wordings from public

grant execute on function known_erased_wordings to vouch_viewer, vouch_system
