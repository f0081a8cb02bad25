-- Names by a hash who sends entries to the inbox one after another: a person, or of a service the source, which is a document or a
-- conversation; and who sees them, so that a turn says nothing of what is hidden.
create function flow_in_inbox(of_tenant text, contributor text, audience text[], labels text[], source_id text) returns bigint
language plpgsql stable
as $$
declare source text;
begin
  if not viewer_has_role('{contributor,admin}') or viewer_has_role('{service}') then
    source := coalesce((select c.document_id from chunks c where c.tenant = of_tenant and c.id = source_id), source_id);
  end if;
  return hashtextextended(jsonb_build_array(lower(normalize(contributor, NFKC)), audience, labels, source)::text, 0);
end
$$
