-- One statement a paragraph. Roles are the cluster's, so another database of the same server may have made them already.

do $$ begin create role vouch_viewer nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_system nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_index nologin; exception when duplicate_object or unique_violation then null; end $$

grant vouch_viewer, vouch_system, vouch_index to current_user

create extension if not exists pg_trgm

create function viewer_tenant() returns text language sql stable as $$ select nullif(current_setting('vouch.tenant', true), '') $$

create function viewer_user() returns text language sql stable as $$ select nullif(current_setting('vouch.user', true), '') $$

create function viewer_groups() returns text[] language sql stable as $$ select coalesce(nullif(current_setting('vouch.groups', true), '')::text[], '{}') $$

create function viewer_has_role(any_of text[]) returns boolean language sql stable as $$ select coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') && any_of $$

-- The key of the fingerprints: made once a store, so that a hash does not tell its text to who has a copy of another store.
create table installation (only_row boolean primary key default true check (only_row), fingerprint_key text not null)

insert into installation (fingerprint_key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))

grant select on installation to vouch_viewer, vouch_system
