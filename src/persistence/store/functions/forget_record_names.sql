-- Trigger function: removes what a document says of other records when its words are erased. Its own record name stays.
create function forget_record_names() returns trigger
language plpgsql
as $$
begin
  delete from record_names r where r.tenant = new.tenant and r.document_id = new.id and r.naming_kind <> 'IS';
  return null;
end
$$
