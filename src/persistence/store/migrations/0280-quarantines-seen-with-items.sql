-- A quarantine, and what the audit says of it, is seen by admins, and by reviewers and auditors who see any of its items.

drop policy "audit_texts_viewer_select" on "audit_texts"

drop policy "quarantines_viewer_select" on "quarantines"

drop policy "quarantines_viewer_update" on "quarantines"

-- Who acted is a user to auditors, found by steps in this index.
create index "audit_events_actor_index" on "audit_events" ("tenant", "actor", "id")

create policy "audit_texts_viewer_select" on "audit_texts" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{auditor,admin}')) and (target_type is distinct from 'Memory' or exists (select 1 from memories seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Entity' or exists (select 1 from graph_entities seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Interaction' or exists (select 1 from interactions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Document' or exists (select 1 from documents seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Wave' or exists (select 1 from waves seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Extraction' or exists (select 1 from extractions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'WorkflowItem' or exists (select 1 from workflow_items seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Contradiction' or exists (select 1 from contradictions seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)) and (target_type is distinct from 'Quarantine' or exists (select 1 from quarantines seen where seen.tenant = audit_texts.tenant and seen.id = audit_texts.target_id offset 0)))

create policy "quarantines_viewer_select" on "quarantines" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')) and ((select viewer_has_role('{admin}')) or exists (select 1 from quarantined_items seen where seen.tenant = quarantines.tenant and seen.quarantine_id = quarantines.id offset 0)))

create policy "quarantines_viewer_update" on "quarantines" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (select viewer_has_role('{reviewer,auditor,admin}')) and ((select viewer_has_role('{admin}')) or exists (select 1 from quarantined_items seen where seen.tenant = quarantines.tenant and seen.quarantine_id = quarantines.id offset 0))) with check (tenant = (select viewer_tenant()))
