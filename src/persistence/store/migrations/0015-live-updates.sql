-- Every change appends to the audit log in its own transaction, so the log's table tells of all of them, whatever wrote it. What
-- is told holds no text and no id: the tenant, and the names of what was done. Delivered when the transaction commits, and not when it does not.
create function announce_changes() returns trigger language plpgsql as $$ begin perform pg_notify('vouch_changes', json_build_object('tenant', a.tenant, 'actions', json_agg(distinct a.action))::text) from appended a where a.action not like '%.refused' group by a.tenant; return null; end $$

create trigger audit_events_announced after insert on audit_events referencing new table as appended for each statement execute function announce_changes()

-- What was believed keeps its history: only a candidate is deleted, and only one that never was active, whoever asks.
create function refuse_loss() returns trigger language plpgsql as $$ begin if exists (select 1 from memories m where m.tenant = old.tenant and m.id = old.memory_id and m.status <> 'CANDIDATE') or exists (select 1 from graph_entities e where e.tenant = old.tenant and e.id = old.entity_id and e.status <> 'CANDIDATE') or exists (select 1 from revisions r where r.tenant = old.tenant and (r.memory_id = old.memory_id or r.entity_id = old.entity_id) and r.status = 'ACTIVE') then raise exception '% rows are history: delete is refused', tg_table_name using errcode = 'restrict_violation'; end if; return old; end $$

create function refuse_item_loss() returns trigger language plpgsql as $$ begin raise exception '% rows that are no candidates are history: delete is refused', tg_table_name using errcode = 'restrict_violation'; end $$

create trigger memories_kept before delete on memories for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

create trigger graph_entities_kept before delete on graph_entities for each row when (old.status <> 'CANDIDATE') execute function refuse_item_loss()

create trigger revisions_kept before delete on revisions for each row execute function refuse_loss()

create trigger fingerprints_kept before delete on fingerprints for each row execute function refuse_loss()

create trigger sightings_kept before delete on sightings for each row execute function refuse_loss()

alter policy "fingerprints_viewer_delete" on "fingerprints" using (tenant = (select viewer_tenant()) and ((memory_id is not null and exists (select 1 from memories seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.memory_id)) or (entity_id is not null and exists (select 1 from graph_entities seen where seen.tenant = fingerprints.tenant and seen.id = fingerprints.entity_id))))
