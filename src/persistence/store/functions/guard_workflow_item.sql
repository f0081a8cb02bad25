-- Trigger function: a workflow item keeps its key, remembers a rejection, and is never taken back from a person's
-- decision.
create function guard_workflow_item() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.was_rejected := new.was_rejected or new.status = 'REJECTED';
    return new;
  end if;
  if (
    old.id, old.tenant, old.extraction_id, old.idempotency_key, old.routing_version, old.created_at
  ) is distinct from (new.id, new.tenant, new.extraction_id, new.idempotency_key, new.routing_version, new.created_at)
  then
    raise exception 'a workflow item stays the item of its key' using errcode = 'restrict_violation';
  end if;
  if old.decided_by is not null and new.decided_by is null then
    raise exception 'a decision of a person is not overwritten by routing' using errcode = 'restrict_violation';
  end if;
  new.was_rejected := old.was_rejected or old.status = 'REJECTED' or new.status = 'REJECTED';
  if new.was_rejected and new.status = 'AUTO_APPROVED' then
    raise exception 'what was rejected is approved by a person alone' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$
