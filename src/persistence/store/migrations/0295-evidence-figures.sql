-- What the evidence of a memory comes to stands beside it, so that who ranks many memories need not look for the evidence of each. What it counts for is configuration, and computed when it is read.
alter table "memories" add column "evidence_count" int not null default 0, add column "verifier_count" int not null default 0, add column "detection_types" text[] not null default '{}', add column "newest_evidence_at" timestamptz(3) null

alter table "evidence" no force row level security

alter table "memories" no force row level security

update memories m set evidence_count = f.events, verifier_count = f.verifiers, detection_types = f.types, newest_evidence_at = f.newest from (select e.tenant, e.memory_id, count(*) as events, count(distinct e.source_user) as verifiers, array_agg(distinct e.detection_type) as types, max(e.created_at) as newest from evidence e group by 1, 2) f where m.tenant = f.tenant and m.id = f.memory_id

alter table "memories" force row level security

alter table "evidence" force row level security

-- Evidence is never taken back, and whoever records it has locked its memory. It runs as who writes, and so under the same row-level security.
create function sum_up_evidence() returns trigger language plpgsql as $$ begin update memories m set evidence_count = f.events, verifier_count = f.verifiers, detection_types = f.types, newest_evidence_at = f.newest from (select e.tenant, e.memory_id, count(*) as events, count(distinct e.source_user) as verifiers, array_agg(distinct e.detection_type) as types, max(e.created_at) as newest from evidence e where (e.tenant, e.memory_id) in (select w.tenant, w.memory_id from written w) group by 1, 2) f where m.tenant = f.tenant and m.id = f.memory_id; return null; end $$

create trigger evidence_summed_up after insert on evidence referencing new table as written for each statement execute function sum_up_evidence()
