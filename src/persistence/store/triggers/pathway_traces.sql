create trigger pathway_traces_linked after insert on pathway_traces for each row execute function link_trace_chunks()

create trigger pathway_traces_written_once before update on pathway_traces
  for each row when (
    old.superseded_at is not null
    and (
      old.superseded_at, old.superseded_by_trace_uid
    ) is distinct from (new.superseded_at, new.superseded_by_trace_uid)
  )
  execute function refuse_change()
