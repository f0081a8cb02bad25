create trigger evidence_summed_up after insert on evidence
  referencing new table as written
  for each statement
  execute function sum_up_evidence()

create trigger evidence_written_once before update on evidence for each row execute function refuse_change()

create trigger evidence_named after insert on evidence
  referencing new table as written
  for each statement
  execute function name_verifiers()

create trigger evidence_unnamed before delete on evidence for each row execute function name_verifiers()
