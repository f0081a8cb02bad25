-- Index keys of the label sets whose items the viewer may see, redacted or not.
create function viewer_shown_label_places() returns text[]
language plpgsql stable
as $$
declare
  denied tsquery := viewer_denied_labels();
begin
  if not viewer_has_label_rules() then
    return '{any}';
  end if;
  return array['{}'] || coalesce(
    (
      select array_agg(s.labels::text)
      from tenant_label_sets() s (labels)
      where not array_to_tsvector(s.labels) @@ denied
    ),
    '{}'
  );
end
$$
