-- Entities have suggested labels, decisions about them and a queue, as memories do.
alter table graph_entities add column suggested_labels text[] default '{}' not null

create index graph_entities_suggested_labels_index on graph_entities using gin (suggested_labels) with (fastupdate=off)

create index "graph_entities_suggested_index" on "graph_entities" ("tenant", "created_at", "id") where suggested_labels <> '{}'

alter table label_decisions alter column memory_id drop not null, add column entity_id text

alter table label_decisions add constraint label_decisions_item_check check (num_nonnulls(memory_id, entity_id) = 1)

alter table label_decisions add constraint label_decisions_entity_key unique (tenant, entity_id, revision)

alter table label_decisions add constraint label_decisions_entity_fkey foreign key (tenant, entity_id) references graph_entities(tenant, id) on delete cascade

drop policy "label_decisions_viewer_select" on "label_decisions"

create policy "label_decisions_viewer_select" on "label_decisions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.entity_id offset 0))))

drop policy "label_decisions_viewer_update" on "label_decisions"

create policy "label_decisions_viewer_update" on "label_decisions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.memory_id offset 0)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = label_decisions.tenant and seen.id = label_decisions.entity_id offset 0)))) with check (tenant = (select viewer_tenant()))

-- The queue of entities is the queue of memories over the other table; an entity has no subject.
do $do$ declare name regproc; begin foreach name in array array['memories_with_suggested_labels', 'count_memories_with_suggested_labels']::regproc[] loop execute replace(replace(replace(pg_get_functiondef(name), 'memories', 'graph_entities'), 'm.subject_id = subject', 'false'), 'l.subject_id, ', ''); end loop; end $do$

grant create on schema public to vouch_index

alter function graph_entities_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) owner to vouch_index

alter function count_graph_entities_with_suggested_labels(text[], text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function graph_entities_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) from public

grant execute on function graph_entities_with_suggested_labels(text[], text, timestamptz, text, timestamptz, text, boolean, boolean, int) to vouch_viewer

revoke execute on function count_graph_entities_with_suggested_labels(text[], text) from public

grant execute on function count_graph_entities_with_suggested_labels(text[], text) to vouch_viewer
