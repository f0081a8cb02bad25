-- Which sections a trace was given, and which memories a bundle delivered, as rows that an index finds: written with the trace and with the receipt, whatever writes them.
create table trace_chunks (tenant text not null, chunk_id text not null, trace_id text not null, constraint trace_chunks_pkey primary key (tenant, chunk_id, trace_id), constraint trace_chunks_trace_fkey foreign key (tenant, trace_id) references pathway_traces (tenant, id))

create table delivered_items (tenant text not null, memory_id text not null, receipt_id text not null, constraint delivered_items_pkey primary key (tenant, memory_id, receipt_id), constraint delivered_items_receipt_fkey foreign key (tenant, receipt_id) references bundle_receipts (tenant, id))

create index trace_chunks_trace_index on trace_chunks (tenant, trace_id)

create index delivered_items_receipt_index on delivered_items (tenant, receipt_id)

insert into trace_chunks select distinct t.tenant, part.value ->> 'chunk_id', t.id from pathway_traces t cross join lateral jsonb_array_elements(case jsonb_typeof(t.document -> 'kb_chunks') when 'array' then t.document -> 'kb_chunks' else '[]' end) part where part.value ->> 'chunk_id' like 'chk\_%'

insert into delivered_items select distinct r.tenant, item.id, r.id from bundle_receipts r cross join lateral unnest(r.item_ids) item (id)

create function link_trace_chunks() returns trigger language plpgsql as $$ begin insert into trace_chunks select distinct new.tenant, part.value ->> 'chunk_id', new.id from jsonb_array_elements(case jsonb_typeof(new.document -> 'kb_chunks') when 'array' then new.document -> 'kb_chunks' else '[]' end) part where part.value ->> 'chunk_id' like 'chk\_%'; return null; end $$

create trigger pathway_traces_linked after insert on pathway_traces for each row execute function link_trace_chunks()

create function link_delivered_items() returns trigger language plpgsql as $$ begin insert into delivered_items select distinct new.tenant, item.id, new.id from unnest(new.item_ids) item (id); return null; end $$

create trigger bundle_receipts_linked after insert on bundle_receipts for each row execute function link_delivered_items()

alter table trace_chunks enable row level security

alter table trace_chunks force row level security

alter table delivered_items enable row level security

alter table delivered_items force row level security

create policy "trace_chunks_viewer_select" on "trace_chunks" for select to "vouch_viewer" using (tenant = (select viewer_tenant()))

create policy "trace_chunks_viewer_insert" on "trace_chunks" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "trace_chunks_system" on "trace_chunks" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

create policy "delivered_items_viewer_select" on "delivered_items" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and exists (select 1 from bundle_receipts seen where seen.tenant = delivered_items.tenant and seen.id = delivered_items.receipt_id offset 0))

create policy "delivered_items_viewer_insert" on "delivered_items" for insert to "vouch_viewer" with check (tenant = (select viewer_tenant()))

create policy "delivered_items_system" on "delivered_items" to "vouch_system" using (tenant = (select viewer_tenant())) with check (tenant = (select viewer_tenant()))

grant select, insert on trace_chunks, delivered_items to vouch_viewer, vouch_system

-- A version keeps every text that the item had: the summary of a memory, and the name of an entity.
alter table revisions add summary text, add name text
