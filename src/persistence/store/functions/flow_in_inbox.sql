-- Names by a hash who sends entries to the inbox one after another: their contributor, or what a service sends now of
-- one source, which is a document or a conversation; and who sees them, so that a turn says nothing of what is hidden.
-- The upper 32 bits are of the sender alone.
create function flow_in_inbox(
  of_tenant text, contributor text, audience text[], labels text[], source_id text
) returns bigint
language plpgsql stable
as $$
declare
  source text;
begin
  if viewer_has_role('{service}') and not viewer_has_role('{contributor,admin}') then
    source := coalesce(
      (select c.document_id from chunks c where c.tenant = of_tenant and c.id = source_id), source_id
    );
  end if;
  return hashtext(jsonb_build_array(lower(normalize(contributor, NFKC)), source)::text)::bigint << 32
    | (hashtext(jsonb_build_array(audience, labels)::text)::bigint & 4294967295);
end
$$
