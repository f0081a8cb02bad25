-- Index keys of the label sets whose words the viewer may read; `any` where no rule withholds anything. Each key costs
-- one look into an index.
create function viewer_label_places() returns text[]
language plpgsql stable
as $$
declare
  withheld tsquery := viewer_withheld_labels();
begin
  if not viewer_has_label_rules() then
    return '{any}';
  end if;
  return array['{}'] || coalesce(
    (
      select array_agg(s.labels::text)
      from tenant_label_sets() s (labels)
      where not array_to_tsvector(s.labels) @@ withheld
    ),
    '{}'
  );
end
$$
