-- The next blocks of the order of writing to search, and where they begin. Each step searches as much as all steps
-- before it, so that frequent words are found in few blocks and rare words in few steps. Blocks are counted from the
-- newest one.
create function blocks_before(newest bigint, place bigint, out blocks text[], out beginning bigint) returns record
language plpgsql immutable parallel safe
as $$
declare
  most bigint := greatest(newest - place, 4096);
  shift int := 12;
  first bigint;
  last bigint;
begin
  while shift < 26 and (4096::bigint << (shift - 10)) <= most and place % (4096::bigint << (shift - 10)) = 0 loop
    shift := shift + 2;
  end loop;
  last := (place >> shift) - 1;
  first := greatest(last - (most >> shift) + 1, last - last % 4);
  blocks := array(select shift || ':' || block from generate_series(first, last) block);
  beginning := first << shift;
end
$$
