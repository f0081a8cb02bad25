create trigger documents_record_names_erased after update of content on documents
  for each row when (old.content is distinct from new.content)
  execute function forget_record_names()
