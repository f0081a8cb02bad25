-- Trigger function: gives an entry its turn, an hour after the last one of its flow, and not before it began to wait.
-- All flows of a sender are one where there are eight others, so that nobody gets a turn for each label they invent.
create function take_turn_in_inbox() returns trigger
language plpgsql
as $$
declare
  first_flow bigint := new.flow;
  last_flow bigint := new.flow;
begin
  if (
    select count(distinct e.flow) >= 8
    from inbox_entries e
    where e.tenant = new.tenant and e.flow <> new.flow
      and e.flow between new.flow >> 32 << 32 and new.flow | 4294967295
  ) then
    first_flow := new.flow >> 32 << 32;
    last_flow := new.flow | 4294967295;
  end if;
  new.turn := greatest(
    new.since,
    (
      select max(e.turn)
      from inbox_entries e
      where e.tenant = new.tenant and e.flow between first_flow and last_flow
    ) + interval '1 hour'
  );
  return new;
end
$$
