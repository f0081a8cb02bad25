-- Trigger function: refuses a source check that names a document or chunk which the tenant does not have.
create function refuse_unknown_sources() returns trigger
language plpgsql
as $$
begin
  if exists (
    select 1
    from (select distinct tenant, document_id, chunk_id from written) w
    where not exists (select 1 from documents d where d.tenant = w.tenant and d.id = w.document_id)
      or (
        w.chunk_id is not null and not exists (select 1 from chunks c where c.tenant = w.tenant and c.id = w.chunk_id)
      )
  )
  then
    raise exception 'a check names a document or a chunk that its tenant has not' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$
