-- A retired pathway and a superseded trace stay so, and what was written of them stays as it was written.
create trigger pathways_retired_for_good before update on pathways
  for each row when (
    (old.retired and not new.retired)
    or (
      old.id, old.tenant, old.pathway_id, old.task_class, old.file_prefix, old.signal_class, old.created_at
    ) is distinct from (
      new.id, new.tenant, new.pathway_id, new.task_class, new.file_prefix, new.signal_class, new.created_at
    )
  )
  execute function refuse_change()
