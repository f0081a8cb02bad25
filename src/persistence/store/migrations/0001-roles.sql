-- One statement a paragraph. Roles belong to the cluster, so another database of the same server may have created them already.

do $$ begin create role vouch_audit nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_index nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_system nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_viewer nologin; exception when duplicate_object or unique_violation then null; end $$

grant vouch_audit, vouch_index, vouch_system, vouch_viewer to current_user

create extension if not exists pg_trgm

create function viewer_tenant() returns text language sql stable as $$ select nullif(current_setting('vouch.tenant', true), '') $$

create function viewer_user() returns text language sql stable as $$ select nullif(current_setting('vouch.user', true), '') $$

create function viewer_groups() returns text[] language sql stable as $$ select coalesce(nullif(current_setting('vouch.groups', true), '')::text[], '{}') $$

create function viewer_has_role(any_of text[]) returns boolean language sql stable as $$ select coalesce(nullif(current_setting('vouch.roles', true), '')::text[], '{}') && any_of $$
