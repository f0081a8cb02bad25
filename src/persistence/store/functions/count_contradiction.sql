-- Counts a contradiction in the class that it and its sides are in now, and no longer in the one that it was in. Who
-- changes the other side meanwhile is waited for: each statement below sees what they have committed.
create function count_contradiction(of_tenant text, of_id text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  former contradiction_classes;
  made contradiction_classes;
begin
  perform lock_contradiction(of_tenant, of_id);
  select * into former from contradiction_classes k where k.tenant = of_tenant and k.id = of_id;
  select c.tenant, c.id, c.older_id, c.newer_id, c.status, c.severity, {{side of a}}, {{side of b}} into made
  from contradictions c
    join memories a on a.tenant = c.tenant and a.id = c.older_id
    join memories b on b.tenant = c.tenant and b.id = c.newer_id
  where c.tenant = of_tenant and c.id = of_id;
  if former is not distinct from made then
    return;
  end if;
  if former.id is not null then
    delete from contradiction_classes k where k.tenant = of_tenant and k.id = of_id;
    insert into contradiction_counts ({{contradiction class columns}}, contradictions)
    select {{contradiction class columns}}, -1
    from (select former.*) k;
    perform count_contradicted(former, -1);
  end if;
  if made.id is not null then
    insert into contradiction_classes select made.*;
    insert into contradiction_counts ({{contradiction class columns}}, contradictions)
    select {{contradiction class columns}}, 1
    from (select made.*) k;
    perform count_contradicted(made, 1);
  end if;
end
$$

alter function count_contradiction owner to vouch_index

revoke execute on function count_contradiction from public

grant execute on function count_contradiction to vouch_viewer, vouch_system
