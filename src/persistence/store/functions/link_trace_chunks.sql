-- Trigger function: writes one row per section that a trace was given, so that an index finds the traces of a section.
create function link_trace_chunks() returns trigger
language plpgsql
as $$
begin
  insert into trace_chunks
  select distinct new.tenant, part.value ->> 'chunk_id', new.id
  from jsonb_array_elements(
    case jsonb_typeof(new.document -> 'kb_chunks') when 'array' then new.document -> 'kb_chunks' else '[]' end
  ) part
  where part.value ->> 'chunk_id' like 'chk\_%';
  return null;
end
$$
