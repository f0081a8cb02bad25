create trigger memory_vectors_ordered before insert or update on memory_vectors
  for each row
  execute function order_vector('memory_vectors')
