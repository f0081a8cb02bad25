-- Adds a contradiction of a class, or takes it from, the figures of each side that is promoted and was extracted. What
-- the row of a side says here never changes, so that it is the same for a former class.
create function count_contradicted(k contradiction_classes, times integer) returns void
language sql set search_path = public, pg_temp
as $$
insert into quality_counts ({{quality class columns}}, figures, times)
select m.tenant, m.project, m.rule, m.extractor_version, m.interaction_id is not null, 'ACTIVE', m.contributor,
  s.audience, s.is_personal, s.quarantined, s.sensitivity_labels, s.other_status, s.other_contributor, s.other_audience,
  s.other_is_personal, s.other_quarantined, s.other_sensitivity_labels, '{"contradictions": 1}', times
from (
  select k.older_id as id, k.older_status as status, k.older_audience as audience, k.older_is_personal as is_personal,
    k.older_quarantined as quarantined, k.older_sensitivity_labels as sensitivity_labels,
    k.newer_status as other_status, k.newer_contributor as other_contributor, k.newer_audience as other_audience,
    k.newer_is_personal as other_is_personal, k.newer_quarantined as other_quarantined,
    k.newer_sensitivity_labels as other_sensitivity_labels
  union all
  select k.newer_id, k.newer_status, k.newer_audience, k.newer_is_personal, k.newer_quarantined,
    k.newer_sensitivity_labels, k.older_status, k.older_contributor, k.older_audience, k.older_is_personal,
    k.older_quarantined, k.older_sensitivity_labels
) s
  join memories m on m.tenant = k.tenant and m.id = s.id
where {{promoted is of s}} and {{extracted is of m}}
$$
