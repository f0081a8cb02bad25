-- Replaces the inbox entries of a subject, and adds what that makes of their numbers by class; a null subject had none.
-- Entries are looked up by index, in the triggers of their table, too: a plan that a connection made while the inbox
-- was empty would go on to read all of them for each subject.
create function replace_inbox_entries(of_tenant text, of_subject text, entries inbox_entries[]) returns void
language plpgsql set enable_seqscan = off
as $$
declare
  former inbox_entries[];
  made inbox_entries;
  counts boolean := false;
begin
  if of_subject is not null then
    with gone as (delete from inbox_entries e where e.tenant = of_tenant and e.subject_id = of_subject returning e)
    select array_agg(e) into former
    from gone;
    if former is not null then
      insert into inbox_counts ({{inbox class columns}}, entries)
      select {{inbox class of e}}, -1
      from unnest(former) e
      where e.falls_due_at is null;
      -- An entry that goes on waiting keeps its turn.
      for at in 1..cardinality(entries) loop
        if entries[at].flow is not null then
          entries[at].turn := (
            select e.turn from unnest(former) e where e.reason = entries[at].reason and e.since = entries[at].since
          );
        end if;
      end loop;
    end if;
  end if;
  if cardinality(entries) = 0 then
    return;
  end if;
  insert into inbox_entries select * from unnest(entries);
  foreach made in array entries loop
    counts := counts or made.falls_due_at is null;
  end loop;
  if counts then
    insert into inbox_counts ({{inbox class columns}}, entries)
    select {{inbox class columns}}, count(*)
    from (select {{inbox class of e}} from unnest(entries) e where e.falls_due_at is null) made
    group by {{inbox class columns}};
  end if;
end
$$

alter function replace_inbox_entries owner to vouch_index

revoke execute on function replace_inbox_entries from public
