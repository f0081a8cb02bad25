-- Counts the candidates of the session's tenant that wait and that these names contributed, up to `most` of a kind.
-- Runs without row-level security: a person does not see what waits under another spelling of their name.
create function count_pending(names text[], most integer) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (
    select count(*)
    from (
      (
        select 1
        from memories i
        where i.tenant = viewer_tenant() and i.contributor = any(names) and i.status = 'CANDIDATE'
        limit most
      )
      union all (
        select 1
        from graph_entities i
        where i.tenant = viewer_tenant() and i.contributor = any(names) and i.status = 'CANDIDATE'
        limit most
      )
    ) pending
  );
end
$$

alter function count_pending owner to vouch_index

revoke execute on function count_pending from public

grant execute on function count_pending to vouch_viewer, vouch_system
