drop policy "extractions_viewer_select" on "extractions"

drop policy "extractions_viewer_update" on "extractions"

drop policy "extraction_reports_viewer_select" on "extraction_reports"

drop policy "extraction_reports_viewer_update" on "extraction_reports"

alter table "extractions" add "recorded_by" text null, add "rule" text null, add "extractor_version" text null, add "guardrail_flags" text[] not null default '{}', add "own_flags" text[] not null default '{}', add "yielded_at" timestamptz(3) null

create policy "extractions_viewer_select" on "extractions" for select to "vouch_viewer" using ((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (tenant = (select viewer_tenant()) and recorded_by = (select viewer_user()) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id))))

create policy "extractions_viewer_update" on "extractions" for update to "vouch_viewer" using ((tenant = (select viewer_tenant()) and ((select viewer_has_role('{reviewer,auditor,admin}')) or contributor = (select viewer_user())) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (tenant = (select viewer_tenant()) and recorded_by = (select viewer_user()) and (not is_personal or contributor = (select viewer_user()) or (select viewer_has_role('{admin}'))) and (audience = '{}' or audience && (select viewer_groups()) or contributor = (select viewer_user()) or (select viewer_has_role('{admin}')))) or (recorded_by is null and (exists (select 1 from memories seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id) or exists (select 1 from graph_entities seen where seen.tenant = extractions.tenant and seen.extraction_id = extractions.id)))) with check (tenant = (select viewer_tenant()))

alter table "extraction_reports" add "extraction_id" text null

create index "extraction_reports_extraction_index" on "extraction_reports" ("tenant", "extraction_id", "created_at")

create policy "extraction_reports_viewer_select" on "extraction_reports" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id))))

create policy "extraction_reports_viewer_update" on "extraction_reports" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and ((wave_id is not null and exists (select 1 from waves seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.wave_id)) or (interaction_id is not null and exists (select 1 from interactions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.interaction_id)) or (extraction_id is not null and exists (select 1 from extractions seen where seen.tenant = extraction_reports.tenant and seen.id = extraction_reports.extraction_id)))) with check (tenant = (select viewer_tenant()))

alter table "workflow_items" add "decision_note" text null, add "revision" int not null default 1, add "was_rejected" boolean not null default false

create index "workflow_items_created_index" on "workflow_items" ("tenant", "created_at", "id")

create index "workflow_items_status_index" on "workflow_items" ("tenant", "status", "created_at", "id")

alter table extraction_reports add constraint extraction_reports_extraction_fkey foreign key (tenant, extraction_id) references extractions (tenant, id)

-- What was read stays as it was read; that its statements were written as candidates is said once.
grant update (yielded_at) on extractions to vouch_system

-- No laundering, whoever writes: an item stays the item of its key, remembers a rejection, and is not taken back from a person.
create function guard_workflow_item() returns trigger language plpgsql as $$ begin if tg_op = 'INSERT' then new.was_rejected := new.was_rejected or new.status = 'REJECTED'; return new; end if; if (old.id, old.tenant, old.extraction_id, old.idempotency_key, old.routing_version, old.created_at) is distinct from (new.id, new.tenant, new.extraction_id, new.idempotency_key, new.routing_version, new.created_at) then raise exception 'a workflow item stays the item of its key' using errcode = 'restrict_violation'; end if; if old.decided_by is not null and new.decided_by is null then raise exception 'a decision of a person is not overwritten by routing' using errcode = 'restrict_violation'; end if; new.was_rejected := old.was_rejected or old.status = 'REJECTED' or new.status = 'REJECTED'; if new.was_rejected and new.status = 'AUTO_APPROVED' then raise exception 'what was rejected is approved by a person alone' using errcode = 'restrict_violation'; end if; return new; end $$

create trigger workflow_items_guard before insert or update on workflow_items for each row execute function guard_workflow_item()
