create trigger item_vectors_ordered before insert or update on item_vectors
  for each row
  execute function order_vector('item_vectors')
