-- What a decision asks of other rows, without their policies, each of which would be prepared anew for every decision. What is found is shown to nobody: ids are looked up under the policies of who decides, and of a recorder a rule asks whether they decide themselves.

-- Items whose sources say in their place, by their newest checks, what this one says, and of which nobody has decided otherwise.
create function items_replaced_by(of_id text) returns text[] language plpgsql stable security definer set search_path = public, pg_temp as $$ begin return array(select d.id from source_checks s join source_drifts d on d.tenant = s.tenant and d.id = coalesce(s.memory_id, s.entity_id) where s.tenant = viewer_tenant() and s.successor_id = of_id and d.drifted_at is not null and s.id = coalesce((select max(newest.id) from source_checks newest where newest.tenant = s.tenant and newest.memory_id = s.memory_id), (select max(newest.id) from source_checks newest where newest.tenant = s.tenant and newest.entity_id = s.entity_id))); end $$

-- Who recorded the extraction of an item; null where none did.
create function recorder_of_item(of_id text) returns text language plpgsql stable security definer set search_path = public, pg_temp as $$ begin return (select e.recorded_by from extractions e where e.tenant = viewer_tenant() and e.id = coalesce((select m.extraction_id from memories m where m.tenant = viewer_tenant() and m.id = of_id), (select g.extraction_id from graph_entities g where g.tenant = viewer_tenant() and g.id = of_id))); end $$

create policy "extractions_index" on "extractions" for select to "vouch_index" using (true)

create policy "source_checks_index" on "source_checks" for select to "vouch_index" using (true)

create policy "source_drifts_index" on "source_drifts" for select to "vouch_index" using (true)

grant select on extractions, source_checks, source_drifts to vouch_index

grant create on schema public to vouch_index

alter function items_replaced_by(text) owner to vouch_index

alter function recorder_of_item(text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function items_replaced_by(text), recorder_of_item(text) from public

grant execute on function items_replaced_by(text), recorder_of_item(text) to vouch_viewer, vouch_system
