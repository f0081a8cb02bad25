-- Whether a memory took the place of any other than one, which may be hidden from who asks: an undo must not leave that one without what holds in its place.
create function took_place_of_another(of_id text, than text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$ select exists (select 1 from memories m where m.tenant = (select viewer_tenant()) and m.superseded_by_id = of_id and m.id <> than) $$

grant create on schema public to vouch_index

alter function took_place_of_another(text, text) owner to vouch_index

revoke create on schema public from vouch_index

revoke execute on function took_place_of_another(text, text) from public

grant execute on function took_place_of_another(text, text) to vouch_viewer, vouch_system
