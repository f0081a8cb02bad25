create trigger bundle_receipts_linked after insert on bundle_receipts
  for each row
  execute function link_delivered_items()

create trigger bundle_receipts_written_once before update or delete on bundle_receipts
  for each row
  execute function refuse_change('expires')
