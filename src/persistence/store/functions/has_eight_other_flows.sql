-- True where, among the flows that differ from one in so many of the last bits, eight others have entries; flows that
-- differ in the bits of a group alone count as one. Reads one entry of each.
create function has_eight_other_flows(of_tenant text, of_flow bigint, bits integer, group_bits integer) returns boolean
language plpgsql stable
as $$
declare
  last_flow constant bigint := of_flow | ((1::bigint << bits) - 1);
  reached bigint := (of_flow >> bits << bits) - 1;
  others integer := 0;
begin
  loop
    select min(e.flow) into reached
    from inbox_entries e
    where e.tenant = of_tenant and e.flow > reached and e.flow <= last_flow;
    if reached is null then
      return false;
    end if;
    if reached >> group_bits <> of_flow >> group_bits then
      others := others + 1;
      if others = 8 then
        return true;
      end if;
    end if;
    reached := reached | ((1::bigint << group_bits) - 1);
  end loop;
end
$$
