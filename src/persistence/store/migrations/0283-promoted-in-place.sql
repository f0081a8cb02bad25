-- An item whose successor was promoted in the step that superseded it knows that itself: of one successor there may be several.
alter table "graph_entities" add column "successor_promoted" boolean not null default false

alter table "memories" add column "successor_promoted" boolean not null default false

update memories old set successor_promoted = true from memories successor where successor.tenant = old.tenant and successor.id = old.superseded_by_id and successor.promoted_for_id = old.id

alter table "memories" drop constraint memories_promoted_for_fkey

drop index "memories_promoted_for_index"

alter table "memories" drop column "promoted_for_id"

create index "source_checks_successor_index" on "source_checks" ("tenant", "successor_id") where successor_id is not null

-- As it was (0281), of entities, too.
create or replace function took_place_of_another(of_id text, than text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$ select exists (select 1 from memories m where m.tenant = (select viewer_tenant()) and m.superseded_by_id = of_id and m.id <> than) or exists (select 1 from graph_entities e where e.tenant = (select viewer_tenant()) and e.superseded_by_id = of_id and e.id <> than) $$
