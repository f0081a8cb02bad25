-- When a reviewer first did something about an item; and whether a program said again what a sighting met.
alter table "memories" add "opened_at" timestamptz(3) null

alter table "graph_entities" add "opened_at" timestamptz(3) null

alter table "sightings" add "said_by_program" boolean not null default false

alter table "memories" no force row level security

update memories set opened_at = updated_at where revision > 1

alter table "memories" force row level security

alter table "graph_entities" no force row level security

update graph_entities set opened_at = updated_at where revision > 1

alter table "graph_entities" force row level security
