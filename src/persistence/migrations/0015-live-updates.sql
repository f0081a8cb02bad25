-- Every change appends to the audit log in its own transaction, so the log's table tells of all of them, whatever wrote it. What
-- is told holds no text and no id: the tenant, and the names of what was done. Delivered when the transaction commits, and not when it does not.
create function announce_changes() returns trigger language plpgsql as $$ begin perform pg_notify('vouch_changes', json_build_object('tenant', a.tenant, 'actions', json_agg(distinct a.action))::text) from appended a where a.action not like '%.refused' group by a.tenant; return null; end $$

create trigger audit_events_announced after insert on audit_events referencing new table as appended for each statement execute function announce_changes()
