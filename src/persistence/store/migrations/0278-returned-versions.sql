-- Each time that the words of a version came back, not the last alone; of what came before this, the last is known.
alter table "documents" add column "returned_at" jsonb null

update documents d set returned_at = jsonb_build_array(to_char(p.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from source_paths p where p.tenant = d.tenant and p.document_id = d.id and p.withdrawn_at is null and p.changed_at > d.created_at

grant update (returned_at) on documents to vouch_system

-- A quarantine names who set it.
create index "quarantines_setter_index" on "quarantines" ("tenant", "set_by", "id")
