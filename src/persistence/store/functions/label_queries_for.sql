-- Two tsqueries over the labels of an item, for one person: the labels that the policy denies, and those that it denies
-- or redacts. The first matching rule decides, so a redaction keeps its items from later denials. `0 & !0` matches
-- nothing. `0 | !0`, for a policy that is unreadable or longer than a tsquery may be, matches everything.
create function label_queries_for(of_tenant text, of_user text, of_roles text[]) returns text[]
language plpgsql stable
as $$
declare
  policy record;
  queries text[];
begin
  select p.compiled into policy from label_policies p where p.tenant = of_tenant order by p.revision desc limit 1;
  if not found then
    return '{0 & !0,0 & !0}';
  end if;
  select array[
    string_agg(
      format(case rule ->> 'action' when 'DENY' then '%s | (' else '!(%s) & (' end, rule ->> 'labels'), ''
      order by place
    ) || '0 & !0' || repeat(')', count(*)::int),
    string_agg(rule ->> 'labels', ' | ' order by place)
  ] into queries
  from jsonb_array_elements(policy.compiled) with ordinality as listed (rule, place)
  where (rule -> 'roles' = '[]' or rule -> 'roles' ?| of_roles)
    and not rule -> 'notRoles' ?| of_roles
    and (rule -> 'users' = '[]' or rule -> 'users' ? of_user);
  if policy.compiled is null or octet_length(queries[1]) > 1000000 then
    return '{0 | !0,0 | !0}';
  end if;
  return array[coalesce(queries[1], '0 & !0'), coalesce(queries[2], '0 & !0')];
end
$$
