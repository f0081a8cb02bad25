-- The inbox lists open contradictions, hard ones first, and what was rejected, by how long they wait.
create index "contradictions_open_index" on "contradictions" ("tenant", "detected_at", "id") where status = 'OPEN'

create index "contradictions_hard_index" on "contradictions" ("tenant", "detected_at", "id") where status = 'OPEN' and severity = 'HARD'

create index "workflow_items_rejected_index" on "workflow_items" ("tenant", "updated_at", "id") where status = 'REJECTED'

-- At most two are found. Of an equality the planner expects that hardly a row meets it, and sorts all of them for a page.
alter policy "contradictions_viewer_select" on "contradictions" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) >= 2)

alter policy "contradictions_viewer_update" on "contradictions" using (tenant = (select viewer_tenant()) and (select count(*) from memories seen where seen.tenant = contradictions.tenant and seen.id in (contradictions.older_id, contradictions.newer_id) and (seen.sensitivity_labels = '{}' or label_effect((select viewer_label_rules()), seen.sensitivity_labels) is null)) >= 2)
