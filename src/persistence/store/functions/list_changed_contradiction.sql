-- Trigger function: counts a contradiction that changed anew, and writes its inbox entry anew. A side that is changed
-- beside is waited for.
create function list_changed_contradiction() returns trigger
language plpgsql
as $$
declare c contradictions := coalesce(new, old);
begin
  perform 1 from memories m where m.tenant = c.tenant and m.id in (c.older_id, c.newer_id) order by m.id for share;
  perform count_contradiction(c.tenant, c.id);
  perform list_contradiction_in_inbox(c.tenant, c.id);
  return null;
end
$$
