alter table "dropped_statements" drop constraint "dropped_statements_reason_check"

alter table "dropped_statements" add constraint "dropped_statements_reason_check" check (reason in ('KNOWN', 'DUPLICATE', 'OVER_BATCH_CAP', 'TOO_SHORT', 'REJECTED_BY_ROUTING', 'BELOW_THRESHOLD'))
