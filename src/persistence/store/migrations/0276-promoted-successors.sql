-- The undo of superseding returns the successor that was promoted for it to the queue, and knows it by this link.
alter table "memories" add column "promoted_for_id" text null

create index "memories_promoted_for_index" on "memories" ("tenant", "promoted_for_id") where promoted_for_id is not null

alter table memories add constraint memories_promoted_for_fkey foreign key (tenant, promoted_for_id) references memories(tenant, id)
