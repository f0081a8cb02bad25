-- Names by a hash who sends entries to the inbox one after another, and who sees them, so that a turn says nothing of
-- what is hidden. The upper 32 bits are of the sender: a contributor, or a service with one source that the tenant
-- knows, which is a document under an admin's rule of owners, or a user of the tenant whose conversations it records.
-- The next 20 are of who sees them, the last 12 of any other source that the service names.
create function flow_in_inbox(
  of_tenant text, contributor text, audience text[], labels text[], source_id text
) returns bigint
language plpgsql stable
as $$
declare
  source text;
  is_known boolean := false;
begin
  if viewer_has_role('{service}') and not viewer_has_role('{contributor,admin}') then
    select d.id, exists (
      select 1
      from source_owner_rules r, jsonb_array_elements(r.rules) rule
      where r.tenant = of_tenant and rule ->> 'project' = d.project
        and (d.path = rule ->> 'prefix' or starts_with(d.path, rtrim(rule ->> 'prefix', '/') || '/'))
    )
    into source, is_known
    from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
    where c.tenant = of_tenant and c.id = source_id;
    if source is null then
      select k.name, true into source, is_known
      from interactions t join known_users k on k.tenant = t.tenant and k.name = lower(normalize(t.subject_id, NFKC))
      where t.tenant = of_tenant and t.id = source_id
      limit 1;
    end if;
    if source is null then
      source := source_id;
      is_known := false;
    end if;
  end if;
  return hashtext(
      jsonb_build_array(lower(normalize(contributor, NFKC)), case when is_known then source end)::text
    )::bigint << 32
    | ((hashtext(jsonb_build_array(audience, labels)::text)::bigint & 1048575) << 12)
    | case when is_known or source is null then 0 else hashtext(source) & 4095 end;
end
$$
