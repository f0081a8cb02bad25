-- Gives documents of the session's tenant other paths, in all their versions and the changes that wait, and removes the
-- audit texts in which a former path stands, and the record names of those whose folder changes. Answers the versions,
-- and whether their folder changes.
create function erase_paths(paths text[], renamed text[]) returns table(
  document_id text, renamed_path text, is_moved boolean
)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moved text[];
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_texts t
  where t.tenant = viewer_tenant()
    and exists (
      select 1
      from jsonb_path_query(jsonb_build_array(t.before, t.after), 'strict $.**') part
      join unnest(paths) former on part #>> '{}' = former
        or length(former) >= 12 and strpos(lower(part #>> '{}'), lower(former)) > 0
      where jsonb_typeof(part) = 'string'
    );
  select array_agg(d.id) into moved
  from documents d join unnest(paths, renamed) given (former, made) on given.former = d.path
  where d.tenant = viewer_tenant()
    and regexp_replace(given.former, '[^/]*$', '') <> regexp_replace(given.made, '[^/]*$', '');
  delete from record_names r where r.tenant = viewer_tenant() and r.document_id = any(moved);
  update source_changes s
  set path = given.made
  from unnest(paths, renamed) given (former, made)
  where s.tenant = viewer_tenant() and s.path = given.former;
  update source_paths s
  set path = given.made
  from unnest(paths, renamed) given (former, made)
  where s.tenant = viewer_tenant() and s.path = given.former;
  update documents d
  set path = given.made
  from unnest(paths, renamed) given (former, made)
  where d.tenant = viewer_tenant() and d.path = given.former;
  return query
    select d.id, d.path, coalesce(d.id = any(moved), false)
    from documents d
    where d.tenant = viewer_tenant() and d.path = any(renamed)
    order by d.id;
end
$$

alter function erase_paths owner to vouch_erasure

revoke execute on function erase_paths from public

grant execute on function erase_paths to vouch_system
