-- Memories that a judge compares one memory with: candidates and believed ones of its domain (without one, of its
-- project) and its visibility that share most of its words, looked up in its project by the index. The system role
-- finds all of the tenant.
create function memories_sharing_words(of_id text, most integer) returns table(id text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$ declare item record; is_system boolean := current_setting('role') = 'vouch_system'; mine text[] := case when is_system then array[length(viewer_tenant())::text || ':' || viewer_tenant() || 'a'] else viewer_places() end; allowed text[] := case when is_system then '{any}' else viewer_label_places() end; begin select m.project, m.domain, m.visibility_key, shared_words(m.searched) as words into item from memories m where m.tenant = viewer_tenant() and m.id = of_id; return query select m.id from memories m where item_places(m.tenant, m.status, m.contributor, m.is_personal, m.audience, m.quarantined) && mine and label_places(m.sensitivity_labels) && allowed and item_facets(m.project, m.kind, m.status, m.is_personal, m.written_order) @> case when item.domain is null then array['p' || item.project] else '{}' end and item_facets(m.project, m.kind, m.status, m.is_personal, m.written_order) && array['sCANDIDATE', 'sACTIVE', 'sGRADUATED'] and m.searched @@ item.words and m.visibility_key = item.visibility_key and m.id <> of_id and m.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') and (case when item.domain is null then m.project = item.project else m.domain = item.domain end) order by ts_rank(m.searched, item.words) desc, m.id desc limit most; end $$

alter function memories_sharing_words owner to vouch_index

revoke execute on function memories_sharing_words from public

grant execute on function memories_sharing_words to vouch_viewer, vouch_system
