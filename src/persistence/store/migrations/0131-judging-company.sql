-- A query for texts that share two of a text's eight longest words, or one where it has few.
create function shared_words(searched tsvector) returns tsquery language sql immutable strict parallel safe set search_path = public, pg_temp as $$ with word as (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted, row_number() over (order by length(lexeme) desc, lexeme) as place, count(*) over () as held from unnest(searched) limit 8) select string_agg(case when one.held < 4 then one.quoted else one.quoted || ' & ' || other.quoted end, ' | ')::tsquery from word one join word other on case when one.held < 4 then other.place = one.place else other.place > one.place end $$

-- The memories that a judge compares one with: those that are proposed or believed, of its domain (without one, of its project) and its visibility, that share most of its words.
-- No index serves the operator under row-level security, so the function applies tenant and visibility itself; the system role sees what it judges.
create function memories_sharing_words(of_id text, most int) returns table (id text) language sql stable security definer set search_path = public, pg_temp as $$ select near.id from (select m.id, m.tenant, m.project, m.domain, m.visibility_key, shared_words(m.searched) as words from memories m where m.tenant = (select viewer_tenant()) and m.id = of_id) item cross join lateral (select m.id from memories m where m.searched @@ item.words and m.tenant = item.tenant and m.visibility_key = item.visibility_key and m.id <> item.id and m.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') and (case when item.domain is null then m.project = item.project else m.domain = item.domain end) and (current_setting('role') = 'vouch_system' or ((m.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), m.sensitivity_labels) is null) and (m.status <> 'CANDIDATE' or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (not m.is_personal or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))) order by ts_rank(m.searched, item.words) desc, m.id desc limit most) near $$

grant create on schema public to vouch_index

alter function memories_sharing_words(text, int) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function memories_sharing_words(text, int) from public

grant execute on function memories_sharing_words(text, int) to vouch_viewer, vouch_system
