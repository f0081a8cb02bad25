-- What a search reads: the words of an item's texts as English sees them, kept beside them, so that neither a match nor a rank reads the text again.
alter table memories add searched tsvector not null generated always as (to_tsvector('english'::regconfig, coalesce(summary || ' ', '') || content)) stored

alter table graph_entities add searched tsvector not null generated always as (setweight(to_tsvector('english'::regconfig, name), 'A') || to_tsvector('english'::regconfig, content)) stored

create index memories_searched_index on memories using gin (searched) with (gin_pending_list_limit = 256)

create index graph_entities_searched_index on graph_entities using gin (searched) with (gin_pending_list_limit = 256)

-- Names and misspellings are looked for in the opening alone: the trigrams of a long text are nearly all trigrams there are, so an index of them finds nothing.
drop function highest_similarities(text, text, text[], text[])

drop index memories_trigram_index

drop index graph_entities_trigram_index

create index memories_opening_trigram_index on memories using gin (left(coalesce(summary || ' ', '') || content, 300) gin_trgm_ops) with (gin_pending_list_limit = 256)

create index graph_entities_opening_trigram_index on graph_entities using gin (left(name || ' ' || content, 300) gin_trgm_ops) with (gin_pending_list_limit = 256)

-- The items of these kinds that hold the words, ranked by nothing but their own text; the words are not all negated, or no index serves them.
-- Each of these functions stands behind the wall, so it applies the same sight, once, where `i` is named.
create function items_with_words(kinds text[], words text) returns table (kind text, id text, rank double precision) language sql stable security definer set search_path = public, pg_temp as $$ select i.kind, i.id, ts_rank(i.searched, websearch_to_tsquery('english', words), 1)::double precision from (select 'memory' as kind, m.id, m.searched, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where 'memory' = any(kinds) and m.searched @@ websearch_to_tsquery('english', words) union all select 'entity' as kind, e.id, e.searched, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where 'entity' = any(kinds) and e.searched @@ websearch_to_tsquery('english', words)) i where querytree(websearch_to_tsquery('english', words)) not in ('', 'T') and i.tenant = (select viewer_tenant()) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) $$

-- The items of these kinds whose opening has a word much like the longest of these words, ranked by how much it is like all of them: of those
-- that hold its beginning or its ending (patterns, with a trigram in each, which the index serves) the two thousand newest are compared.
create function items_with_alike_words(kinds text[], beginning text, ending text, longest_first text[]) returns table (kind text, id text, rank double precision) language sql stable security definer set search_path = public, pg_temp as $$ select near.kind, near.id, (select avg(word_similarity(word, near.opening)::double precision) from unnest(longest_first) word) from (select i.kind, i.id, i.opening from (select 'memory' as kind, m.id, left(coalesce(m.summary || ' ', '') || m.content, 300) as opening, m.created_at, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where 'memory' = any(kinds) and (left(coalesce(m.summary || ' ', '') || m.content, 300) ilike beginning or left(coalesce(m.summary || ' ', '') || m.content, 300) ilike ending) union all select 'entity' as kind, e.id, left(e.name || ' ' || e.content, 300) as opening, e.created_at, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where 'entity' = any(kinds) and (left(e.name || ' ' || e.content, 300) ilike beginning or left(e.name || ' ' || e.content, 300) ilike ending)) i where i.tenant = (select viewer_tenant()) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) order by i.created_at desc, i.id desc limit 2000) near where word_similarity(longest_first[1], near.opening) >= 0.35 $$

-- A query for texts that share two of a text's longest words, or one where it has few: what says nearly the same does.
create function telling_words(searched tsvector) returns tsquery language sql immutable strict parallel safe set search_path = public, pg_temp as $$ with word as (select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' as quoted, row_number() over (order by length(lexeme) desc, lexeme) as place, count(*) over () as held from unnest(searched) limit 6) select string_agg(case when one.held < 4 then one.quoted else one.quoted || ' & ' || other.quoted end, ' | ')::tsquery from word one join word other on case when one.held < 4 then other.place = one.place else other.place > one.place end $$

-- Items that say nearly the same, as far as the session's viewer may see. Of those that share telling words, the two hundred that share most are compared, by their first thousand letters, so that neither long texts nor many make it slow.
create or replace function similar_items(item_ids text[], likeness_floor real, peers_each int) returns table (item_id text, peer_id text, peer_kind text, likeness real) language sql stable security definer set search_path = public, pg_temp as $$ select item.id, peer.id, peer.kind, peer.likeness from (select m.id, m.tenant, m.project, left(m.content, 1000) as opening, telling_words(m.searched) as telling from memories m where m.tenant = (select viewer_tenant()) and m.id = any(item_ids) union all select e.id, e.tenant, e.project, left(e.content, 1000), telling_words(e.searched) from graph_entities e where e.tenant = (select viewer_tenant()) and e.id = any(item_ids)) item cross join lateral (select * from (select near.id, near.kind, similarity(left(near.content, 1000), item.opening) as likeness from (select i.id, i.kind, i.content from (select 'memory' as kind, m.id, m.project, m.content, m.searched, m.created_at, m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.sensitivity_labels from memories m where m.searched @@ item.telling union all select 'entity' as kind, e.id, e.project, e.content, e.searched, e.created_at, e.tenant, e.status, e.contributor, e.is_personal, e.audience, e.sensitivity_labels from graph_entities e where e.searched @@ item.telling) i where i.project = item.project and i.id <> item.id and i.tenant = (select viewer_tenant()) and (i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or i.contributor = (select viewer_user())) and (not i.is_personal or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (i.audience = '{}' or i.audience && (select viewer_groups()) or i.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) order by ts_rank(i.searched, item.telling) desc, i.created_at desc, i.id limit 200) near) alike where alike.likeness >= likeness_floor order by alike.likeness desc, alike.id limit peers_each) peer $$

grant create on schema public to vouch_index

alter function items_with_words(text[], text) owner to vouch_index

alter function items_with_alike_words(text[], text, text, text[]) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function items_with_words(text[], text), items_with_alike_words(text[], text, text, text[]) from public

grant execute on function items_with_words(text[], text), items_with_alike_words(text[], text, text, text[]) to vouch_viewer, vouch_steward
