create trigger pathway_vectors_ordered before insert on pathway_vectors
  for each row
  execute function order_vector('pathway_vectors')

create trigger pathway_vectors_written_once before update or delete on pathway_vectors
  for each row
  execute function refuse_change()
