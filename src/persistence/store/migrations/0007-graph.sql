create table "entity_relations" ("id" text not null, "tenant" text not null, "from_id" text not null, "to_id" text not null, "relation" text not null, "related_by" text not null, "related_at" timestamptz(3) not null, primary key ("id"))

create index "entity_relations_to_index" on "entity_relations" ("tenant", "to_id")

alter table "entity_relations" add constraint "entity_relations_tenant_id_key" unique ("tenant", "id")

alter table "entity_relations" add constraint "entity_relations_edge_key" unique ("tenant", "from_id", "to_id", "relation")

create table "project_state" ("id" text not null, "tenant" text not null, "project" text not null, "category" text not null, "key" text not null, "version" int not null, "value" text not null, "note" text null, "set_by" text not null, "set_at" timestamptz(3) not null, primary key ("id"))

alter table "project_state" add constraint "project_state_tenant_id_key" unique ("tenant", "id")

alter table "project_state" add constraint "project_state_entry_key" unique ("tenant", "project", "category", "key")

create table "project_state_versions" ("id" text not null, "tenant" text not null, "state_id" text not null, "version" int not null, "value" text not null, "note" text null, "set_by" text not null, "set_at" timestamptz(3) not null, primary key ("id"))

alter table "project_state_versions" add constraint "project_state_versions_tenant_id_key" unique ("tenant", "id")

alter table "project_state_versions" add constraint "project_state_versions_version_key" unique ("tenant", "state_id", "version")

create policy "fingerprints_viewer_delete" on "fingerprints" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()))

alter table "graph_entities" add "deferred_until" timestamptz(3) null, add "sensitivity_labels" text[] not null default '{}', add "superseded_by_id" text null, add "valid_from" timestamptz(3) null, add "valid_until" timestamptz(3) null, add "graduated_from_id" text null

create index "graph_entities_successor_index" on "graph_entities" ("tenant", "superseded_by_id")

create index "graph_entities_origin_index" on "graph_entities" ("tenant", "graduated_from_id")

create policy "graph_entities_viewer_delete" on "graph_entities" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

alter table "memories" add "deferred_until" timestamptz(3) null, add "superseded_by_id" text null, add "valid_from" timestamptz(3) null, add "valid_until" timestamptz(3) null

create index "memories_successor_index" on "memories" ("tenant", "superseded_by_id")

create policy "memories_viewer_delete" on "memories" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and (status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user()))) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))))

create policy "revisions_viewer_delete" on "revisions" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = revisions.tenant and seen.id = revisions.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = revisions.tenant and seen.id = revisions.entity_id))))

create policy "sightings_viewer_delete" on "sightings" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = sightings.tenant and seen.id = sightings.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = sightings.tenant and seen.id = sightings.entity_id))))

alter table "entity_relations" add constraint "entity_relations_relation_check" check (relation in ('PART_OF', 'DEPENDS_ON', 'SATISFIES', 'CONFLICTS_WITH', 'DERIVED_FROM', 'RELATED_TO'))

alter table "entity_relations" add constraint "entity_relations_ends_check" check (from_id <> to_id)

alter table "entity_relations" enable row level security

alter table "entity_relations" force row level security

create policy "entity_relations_viewer_select" on "entity_relations" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id))

create policy "entity_relations_viewer_insert" on "entity_relations" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "entity_relations_viewer_update" on "entity_relations" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id)) with check (tenant = (select viewer_tenant()))

create policy "entity_relations_system" on "entity_relations" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "entity_relations_viewer_delete" on "entity_relations" for delete to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.from_id) and exists (select 1 from graph_entities seen where seen.tenant = entity_relations.tenant and seen.id = entity_relations.to_id))

alter table "project_state" enable row level security

alter table "project_state" force row level security

create policy "project_state_viewer_select" on "project_state" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "project_state_viewer_insert" on "project_state" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

create policy "project_state_viewer_update" on "project_state" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

alter table "project_state_versions" enable row level security

alter table "project_state_versions" force row level security

create policy "project_state_versions_viewer_select" on "project_state_versions" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "project_state_versions_viewer_insert" on "project_state_versions" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

create policy "project_state_versions_viewer_update" on "project_state_versions" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}'))) with check (tenant = (select viewer_tenant()) and (select viewer_has_role('{curator}')))

alter table memories add constraint memories_successor_fkey foreign key (tenant, superseded_by_id) references memories (tenant, id)

alter table graph_entities add constraint graph_entities_successor_fkey foreign key (tenant, superseded_by_id) references graph_entities (tenant, id)

alter table graph_entities add constraint graph_entities_origin_fkey foreign key (tenant, graduated_from_id) references memories (tenant, id)

-- An edge goes with either of its ends, also one that the viewer who deletes the end does not see.
alter table entity_relations add constraint entity_relations_from_fkey foreign key (tenant, from_id) references graph_entities (tenant, id) on delete cascade

alter table entity_relations add constraint entity_relations_to_fkey foreign key (tenant, to_id) references graph_entities (tenant, id) on delete cascade

alter table project_state_versions add constraint project_state_versions_state_fkey foreign key (tenant, state_id) references project_state (tenant, id)

-- Where an entity came from is provenance too.
create trigger graph_entities_origin before update on graph_entities for each row when (old.graduated_from_id is distinct from new.graduated_from_id) execute function refuse_provenance_change()

create trigger project_state_versions_written_once before update or delete on project_state_versions for each row execute function refuse_change()

grant select, insert, delete on entity_relations to vouch_viewer

grant select, insert on project_state, project_state_versions to vouch_viewer

grant update on project_state to vouch_viewer

grant delete on memories, graph_entities, revisions, fingerprints, sightings to vouch_viewer

-- Items that say nearly the same, as far as the session's viewer may see: the same sight as the wall, since the function stands behind it.
create function similar_items(item_ids text[], likeness_floor real, peers_each int) returns table (item_id text, peer_id text, peer_kind text, likeness real) language sql stable security definer set search_path = public, pg_temp as $$ select item.id, peer.id, peer.kind, peer.likeness from (select m.id, m.tenant, m.project, m.content from memories m where m.tenant = (select viewer_tenant()) and m.id = any(item_ids) union all select e.id, e.tenant, e.project, e.content from graph_entities e where e.tenant = (select viewer_tenant()) and e.id = any(item_ids)) item cross join lateral (select * from (select m.id, 'memory' as kind, similarity(m.content, item.content) as likeness from memories m where m.content % item.content and m.tenant = item.tenant and m.project = item.project and m.id <> item.id and (m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or m.contributor = (select viewer_user())) and (not m.is_personal or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (m.audience = '{}' or m.audience && (select viewer_groups()) or m.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) union all select e.id, 'entity', similarity(e.content, item.content) from graph_entities e where e.content % item.content and e.tenant = item.tenant and e.project = item.project and e.id <> item.id and (e.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or (select viewer_has_role('{reviewer,auditor,admin}')) or e.contributor = (select viewer_user())) and (not e.is_personal or e.contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (e.audience = '{}' or e.audience && (select viewer_groups()) or e.contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) alike where alike.likeness >= likeness_floor order by alike.likeness desc, alike.id limit peers_each) peer $$

grant create on schema public to vouch_index

alter function similar_items(text[], real, int) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function similar_items(text[], real, int) from public

grant execute on function similar_items(text[], real, int) to vouch_viewer
