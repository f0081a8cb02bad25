-- What the project knew already is reported with one reason, whatever its status.
alter table dropped_statements no force row level security

alter table dropped_statements drop constraint dropped_statements_reason_check

update dropped_statements set reason = 'KNOWN' where reason = 'PREVIOUSLY_REJECTED'

alter table dropped_statements add constraint dropped_statements_reason_check check ((reason = ANY (ARRAY['KNOWN'::text, 'DUPLICATE'::text, 'OVER_BATCH_CAP'::text, 'TOO_SHORT'::text, 'REJECTED_BY_ROUTING'::text])))

alter table dropped_statements force row level security
