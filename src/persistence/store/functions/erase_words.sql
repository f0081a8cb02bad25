-- Replaces words in every column of the session's tenant that stores text of people and sources, and removes the audit
-- texts that contain them. A document whose text changes gets the hash of its new text. Answers how many rows of which
-- table changed.
create function erase_words(words text[], fillers text[]) returns table(place text, rows bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  quoted text[] := array(
    select substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2)
    from unnest(words) with ordinality one (word, at)
    order by at
  );
  former text[];
  changed text[];
  found record;
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  select array_agg(d.id), array_agg(d.content_hash) into changed, former
  from documents d
  where d.tenant = viewer_tenant() and holds_words(d.content, words);
  -- A statement of which words are gone states nothing: it will not be proposed.
  delete from waiting_statements w
  where w.tenant = viewer_tenant() and (holds_words(w.content, words) or holds_words(w.reading::text, quoted));
  place := 'waiting_statements';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
  for found in
    select list.name, string_agg(format('%1$I = without_words(%1$I, $2, $3)', list.col), ', ') as changes,
      string_agg(
        format(
          case list.type
            when 'text' then 'holds_words(%I, $2)'
            when 'text[]' then 'holds_words(array_to_string(%I, e''\n''), $2)'
            else 'holds_words(%I::text, $4)'
          end,
          list.col
        ),
        ' or '
      ) as condition
    from (values {{word columns}}) list (name, col, type)
    group by list.name
    order by list.name
  loop
    execute format(
      'update %I set %s where tenant = $1 and (%s)', found.name, found.changes, found.condition
    ) using viewer_tenant(),
      words, fillers, quoted;
    place := found.name;
    get diagnostics rows = row_count;
    if rows > 0 then
      return next;
    end if;
  end loop;
  perform hash_documents(changed);
  delete from audit_texts t
  where t.tenant = viewer_tenant()
    and (holds_words(t.before::text, quoted || former) or holds_words(t.after::text, quoted || former));
  place := 'audit_texts';
  get diagnostics rows = row_count;
  if rows > 0 then
    return next;
  end if;
end
$$

alter function erase_words owner to vouch_erasure

revoke execute on function erase_words from public

grant execute on function erase_words to vouch_system
