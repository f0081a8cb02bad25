-- The candidate that a resolution promoted against a believed side: its undo returns it to the queue.
alter table "contradictions" add column "promoted_id" text null
