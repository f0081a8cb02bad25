-- Every text of the session's tenant that may hold words in some spelling (may_hold), wherever texts of people and
-- sources are stored: each string and each key of a JSON value by itself.
create function texts_that_may_hold(letters text) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  found record;
begin
  if not viewer_has_role('{admin}') then
    raise exception 'only an admin erases' using errcode = 'insufficient_privilege';
  end if;
  for found in
    select list.name, list.col,
      case list.type
        when 'text' then '(select %2$I) parts (part)'
        when 'text[]' then 'unnest(%2$I) parts (part)'
        else '(select part #>> ''{}'' from jsonb_path_query(%2$I, ''strict $.**'') part where jsonb_typeof(part) = ''string''
          union all select part #>> ''{}'' from jsonb_path_query(%2$I,
            ''strict $.** ? (@.type() == "object").keyvalue().key'') part) parts (part)'
      end as parts
    from (values {{word columns}}, ('audit_texts', 'before', 'jsonb'), ('audit_texts', 'after', 'jsonb'))
      list (name, col, type)
  loop
    return query execute format(
      'select parts.part from %1$I, lateral ' || found.parts || ' where tenant = $1 and may_hold(parts.part, $2)',
      found.name, found.col
    ) using viewer_tenant(), letters;
  end loop;
end
$$

alter function texts_that_may_hold owner to vouch_erasure

revoke execute on function texts_that_may_hold from public

grant execute on function texts_that_may_hold to vouch_system
