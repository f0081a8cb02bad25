-- The distinct sets of labels that items of the tenant have.
create function tenant_label_sets() returns setof text[]
language sql stable
as $$
  with recursive of_memories (labels) as (
    (
      select m.sensitivity_labels
      from memories m
      where m.tenant = viewer_tenant() and m.sensitivity_labels <> '{}'
      order by m.sensitivity_labels
      limit 1
    )
    union all
    select (
      select m.sensitivity_labels
      from memories m
      where m.tenant = viewer_tenant() and m.sensitivity_labels <> '{}' and m.sensitivity_labels > s.labels
      order by m.sensitivity_labels
      limit 1
    )
    from of_memories s
    where s.labels is not null
  ),
  of_entities (labels) as (
    (
      select e.sensitivity_labels
      from graph_entities e
      where e.tenant = viewer_tenant() and e.sensitivity_labels <> '{}'
      order by e.sensitivity_labels
      limit 1
    )
    union all
    select (
      select e.sensitivity_labels
      from graph_entities e
      where e.tenant = viewer_tenant() and e.sensitivity_labels <> '{}' and e.sensitivity_labels > s.labels
      order by e.sensitivity_labels
      limit 1
    )
    from of_entities s
    where s.labels is not null
  )
  select found.labels
  from (select labels from of_memories union select labels from of_entities) found
  where found.labels is not null
$$
