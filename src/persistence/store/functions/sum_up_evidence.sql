-- Trigger function: updates the evidence figures of a memory: all events, and of those that raise belief the people,
-- kinds and newest. Runs under the row-level security of the session that wrote the evidence, which has locked the
-- memory.
create function sum_up_evidence() returns trigger
language plpgsql
as $$
begin
  update memories m
  set evidence_count = f.events, verifier_count = f.verifiers, detection_types = f.types,
    newest_evidence_at = f.newest
  from (
    select e.tenant, e.memory_id, count(*) as events, count(distinct e.verifier_key) as verifiers,
      coalesce(array_agg(distinct e.detection_type) filter (where e.verifier_key is not null), '{}') as types,
      max(e.created_at) filter (where e.verifier_key is not null) as newest
    from evidence e
    where (e.tenant, e.memory_id) in (select w.tenant, w.memory_id from written w)
    group by 1, 2
  ) f
  where m.tenant = f.tenant and m.id = f.memory_id;
  return null;
end
$$
