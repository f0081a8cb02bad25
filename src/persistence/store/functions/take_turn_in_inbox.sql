-- Trigger function: gives an entry its turn, an hour after the last one of its flow, and not before it began to wait.
-- Folds flows: classes of a sender, and sources of a class, beside eight others share one, so that nobody gets a turn
-- for each label, group or source that they invent.
create function take_turn_in_inbox() returns trigger
language plpgsql
as $$
begin
  if has_eight_other_flows(new.tenant, new.flow, 32, 12) then
    new.flow := new.flow >> 32 << 32;
  elsif has_eight_other_flows(new.tenant, new.flow, 12, 0) then
    new.flow := new.flow >> 12 << 12;
  end if;
  new.turn := greatest(
    new.since,
    (select max(e.turn) from inbox_entries e where e.tenant = new.tenant and e.flow = new.flow) + interval '1 hour'
  );
  return new;
end
$$
