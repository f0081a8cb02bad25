-- Vectors of the tenant, or of one of its projects, that were written in a transaction or after it, past an id within the
-- first: hidden ones, too, and those that were erased, so that a process can forget them. The memories are read again in
-- the session.
create function memory_vectors_since(asked_project text, since bigint, after_id text, most integer) returns table(memory_id text, model text, written_in bigint, vector bytea)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if asked_project is null then
    return query select v.memory_id, v.model, v.written_in, v.vector from memory_vectors v
      where v.tenant = viewer_tenant() and (v.written_in, v.memory_id) > (since, after_id) order by v.written_in, v.memory_id limit most;
  else
    return query select v.memory_id, v.model, v.written_in, v.vector from memory_vectors v
      where v.tenant = viewer_tenant() and v.project = asked_project and (v.written_in, v.memory_id) > (since, after_id) order by v.written_in, v.memory_id limit most;
  end if;
end $$

alter function memory_vectors_since owner to vouch_index

revoke execute on function memory_vectors_since from public

grant execute on function memory_vectors_since to vouch_viewer, vouch_system
