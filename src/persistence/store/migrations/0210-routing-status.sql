-- What the newest routing of its extraction says of an item; null: it has none. Kept by triggers, whoever routes or decides.
alter table "memories" add "routing_status" text null, add constraint "memories_routing_status_check" check (routing_status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED'))

create index "memories_routing_rejected_index" on "memories" ("tenant", "id") where routing_status = 'REJECTED'

alter table "graph_entities" add "routing_status" text null, add constraint "graph_entities_routing_status_check" check (routing_status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED'))

create index "graph_entities_routing_rejected_index" on "graph_entities" ("tenant", "id") where routing_status = 'REJECTED'

create function copy_routing_to_items() returns trigger language plpgsql as $$ begin update memories i set routing_status = c.status from changed c where i.tenant = c.tenant and i.extraction_id = c.extraction_id and i.routing_status is distinct from c.status and not exists (select 1 from workflow_items newer where newer.tenant = c.tenant and newer.extraction_id = c.extraction_id and (newer.created_at, newer.id) > (c.created_at, c.id)); update graph_entities i set routing_status = c.status from changed c where i.tenant = c.tenant and i.extraction_id = c.extraction_id and i.routing_status is distinct from c.status and not exists (select 1 from workflow_items newer where newer.tenant = c.tenant and newer.extraction_id = c.extraction_id and (newer.created_at, newer.id) > (c.created_at, c.id)); return null; end $$

create trigger workflow_items_copied_insert after insert on workflow_items referencing new table as changed for each statement execute function copy_routing_to_items()

create trigger workflow_items_copied_update after update on workflow_items referencing new table as changed for each statement execute function copy_routing_to_items()

-- An item may be written after its extraction was routed.
create function copy_routing_to_item() returns trigger language plpgsql as $$ begin new.routing_status := coalesce((select w.status from workflow_items w where w.tenant = new.tenant and w.extraction_id = new.extraction_id order by w.created_at desc, w.id desc limit 1), new.routing_status); return new; end $$

create trigger memories_routed before insert on memories for each row when (new.extraction_id is not null) execute function copy_routing_to_item()

create trigger graph_entities_routed before insert on graph_entities for each row when (new.extraction_id is not null) execute function copy_routing_to_item()

-- What was recorded without a source is written by hand, with its extraction.
alter table "memories" drop constraint "memories_source_check"

alter table "memories" disable trigger memories_provenance, no force row level security

update memories i set hand_authored = (chunk_id is null and interaction_id is null), routing_status = (select w.status from workflow_items w where w.tenant = i.tenant and w.extraction_id = i.extraction_id order by w.created_at desc, w.id desc limit 1) where extraction_id is not null

alter table "memories" enable trigger memories_provenance, force row level security

alter table "memories" add constraint "memories_source_check" check (hand_authored = (chunk_id is null and interaction_id is null))

alter table "graph_entities" drop constraint "graph_entities_source_check"

alter table "graph_entities" disable trigger graph_entities_provenance, no force row level security

update graph_entities i set hand_authored = (chunk_id is null and interaction_id is null), routing_status = (select w.status from workflow_items w where w.tenant = i.tenant and w.extraction_id = i.extraction_id order by w.created_at desc, w.id desc limit 1) where extraction_id is not null

alter table "graph_entities" enable trigger graph_entities_provenance, force row level security

alter table "graph_entities" add constraint "graph_entities_source_check" check (hand_authored = (chunk_id is null and interaction_id is null))
