-- Which records a document is, takes the place of, or was replaced by, as it says itself. What was ingested before names none until it comes again.
create table "record_names" ("id" text not null, "tenant" text not null, "project" text not null, "document_id" text not null, "naming_kind" text not null, "record_key" text not null, primary key ("id"))

create index "record_names_record_index" on "record_names" ("tenant", "project", "record_key", "naming_kind", "document_id")

alter table "record_names" add constraint "record_names_tenant_id_key" unique ("tenant", "id")

alter table "record_names" add constraint "record_names_key" unique ("tenant", "document_id", "naming_kind", "record_key")

alter table "record_names" add constraint "record_names_naming_kind_check" check (naming_kind in ('IS', 'SUPERSEDES', 'SUPERSEDED_BY'))

alter table "record_names" enable row level security

alter table "record_names" force row level security

create policy "record_names_viewer_select" on "record_names" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from documents seen where seen.tenant = record_names.tenant and seen.id = record_names.document_id offset 0))

create policy "record_names_viewer_insert" on "record_names" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "record_names_viewer_update" on "record_names" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from documents seen where seen.tenant = record_names.tenant and seen.id = record_names.document_id offset 0)) with check (tenant = (select viewer_tenant()))

create policy "record_names_system" on "record_names" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

alter table record_names add constraint record_names_document_fkey foreign key (tenant, document_id) references documents (tenant, id)

create trigger record_names_written_once before update on record_names for each row execute function refuse_change()

grant select on record_names to vouch_viewer, vouch_system

grant insert on record_names to vouch_system

-- What a document said of other records goes with its words; what it is called stays, as names and codes do.
create function forget_record_names() returns trigger language plpgsql as $$ begin delete from record_names r where r.tenant = new.tenant and r.document_id = new.id and r.naming_kind <> 'IS'; return null; end $$

create trigger documents_record_names_erased after update of content on documents for each row when (old.content is distinct from new.content) execute function forget_record_names()

grant select, delete on record_names to vouch_erasure
