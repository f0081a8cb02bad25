-- Trigger function: gives an entry its turn, an hour after the last one of its flow, and not before it began to wait.
create function take_turn_in_inbox() returns trigger
language plpgsql
as $$
begin
  new.turn := greatest(
    new.since,
    (
      select e.turn
      from inbox_entries e
      where e.tenant = new.tenant and e.flow = new.flow
      order by e.turn desc
      limit 1
    ) + interval '1 hour'
  );
  return new;
end
$$
