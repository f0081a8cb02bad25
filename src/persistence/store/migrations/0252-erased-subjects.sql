-- A text may be erased without an item that came of it.
alter table "erased_wordings" alter column "item_id" drop not null
