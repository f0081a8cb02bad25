-- The tables of the store, with their keys, checks, indexes and grants, and the functions that these are computed by.
-- One statement a paragraph.

-- Roles belong to the cluster, so another database of the same server may have created them already.

do $$ begin create role vouch_audit nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_erasure nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_index nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_system nologin; exception when duplicate_object or unique_violation then null; end $$

do $$ begin create role vouch_viewer nologin; exception when duplicate_object or unique_violation then null; end $$

grant vouch_audit, vouch_erasure, vouch_index, vouch_system, vouch_viewer to current_user

-- What erases reads what the system role reads: the tenant of its session.
grant vouch_system to vouch_erasure

create extension if not exists pg_trgm

-- A column, a check or an index is computed by these: to change one is a migration that computes anew what it gave.

-- What a tsvector can hold, which keeps less of a longer word, and refuses none.
create function are_labels(labels text[]) returns boolean
language sql immutable
as $$
  select not exists (select 1 from unnest(labels) label where label is null or label = '' or octet_length(label) > 2000)
$$

create function is_text_list(list jsonb) returns boolean
language sql immutable
as $$
  select coalesce(
    jsonb_typeof(list) = 'array' and not jsonb_path_exists(list, 'strict $[*] ? (@.type() != "string")', '{}', true),
    false
  )
$$

-- The same shape as `readStoredPolicy` accepts: a condition that is not known here is one that a later release added,
-- and makes the policy unreadable.
create function is_label_rule(rule jsonb) returns boolean
language sql immutable
as $$
  select coalesce(
    case when jsonb_typeof(rule) <> 'object' then false else
      rule ?& '{id,anyLabel,allLabels,roles,notRoles,users,action}'
      and (select count(*) from jsonb_object_keys(rule)) = 7
      and jsonb_typeof(rule -> 'id') = 'string' and rule ->> 'id' <> ''
      and is_text_list(rule -> 'anyLabel') and is_text_list(rule -> 'allLabels')
      and not (rule -> 'anyLabel' = '[]' and rule -> 'allLabels' = '[]')
      and jsonb_typeof(rule -> 'roles') = 'array' and jsonb_typeof(rule -> 'notRoles') = 'array'
      and (rule -> 'roles') || (rule -> 'notRoles')
        <@ '["reader", "contributor", "reviewer", "curator", "auditor", "admin", "service"]'
      and is_text_list(rule -> 'roles') and is_text_list(rule -> 'notRoles') and is_text_list(rule -> 'users')
      and rule ->> 'action' in ('DENY', 'REDACT')
    end,
    false
  )
$$

-- A letter of a script that writes no spaces, or hangs endings on words, as a regular expression.
create function unspaced_letter() returns text
language sql immutable parallel safe
as $$
  select '[\u0E00-\u0EFF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF'
    || '\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003FFFF]'
$$

-- The words of a text, as a search looks for them: of its first 80,000 characters, which a tsvector can hold. Letters
-- of scripts that write no spaces are words in overlapping pairs, and the last of a run alone, so that a part of a
-- phrase is found.
create function searched_words(value text) returns tsvector
language plpgsql immutable parallel safe
as $$
declare
  unspaced text := '^' || public.unspaced_letter();
begin
  value := left(value, 80000);
  if value ~ substr(unspaced, 2) then
    value := (
      select string_agg(
        case
          when letter !~ unspaced then letter
          when next ~ unspaced then ' ' || letter || next || ' '
          else ' ' || letter || ' '
        end, '' order by place)
      from (
        select letter, place, lead(letter) over (order by place) as next
        from unnest(string_to_array(value, null)) with ordinality letters (letter, place)
      ) paired
    );
  end if;
  return to_tsvector('pg_catalog.english', value);
end
$$

-- How the words of a text begin and end, by three letters and of long words by five, too (`^gau`, `uge$`): a word with
-- one letter wrong in it is found by one of the two. Of scripts that write no spaces any three letters of a run. As a
-- text with spaces between them, which takes half the room of an array.
create function word_ends(value text) returns text
language plpgsql immutable parallel safe
as $$
declare
  unspaced text := public.unspaced_letter();
  has_unspaced boolean := value ~ unspaced;
  -- Marks belong to the word of their letters; the class of letters lacks some, which are vowels, tones or joints.
  marks text := '\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0900-\u0963\u0966-\u0DFF\u0E00-\u0EFF'
    || '\u1000-\u109F\u1780-\u17FF';
begin
  return (
    select coalesce(string_agg(distinct part, ' '), '')
    from string_to_table(regexp_replace(lower(value), '[^[:alnum:]' || marks || ']+', ' ', 'g'), ' ') word,
      unnest(
        case
          when has_unspaced and word ~ unspaced then array(
            select substr(word, place, 3) from generate_series(1, length(word) - 2) place
          )
          when length(word) > 8 then array[
            '^' || left(word, 3), right(word, 3) || '$', '^' || left(word, 5), right(word, 5) || '$'
          ]
          when length(word) > 3 then array['^' || left(word, 3), right(word, 3) || '$']
          when length(word) = 3 then array['^' || word]
        end
      ) part
  );
end
$$

-- The words of a path or a name of code: of its whole and of its parts.
create function path_words(value text) returns tsvector
language sql immutable parallel safe
as $$ select public.searched_words(value || ' ' || translate(value, '/._-', '    ')) $$

-- Keys of the blocks that a place in the order of writing lies in: of 4096 places, of four times as many, and so on.
create function order_blocks(written_order bigint) returns text[]
language plpgsql immutable parallel safe
as $$
declare
  blocks text[] := '{}';
begin
  for shift in 12..26 by 2 loop blocks := blocks || (shift || ':' || (written_order >> shift)); end loop;
  return blocks;
end
$$

-- Keys by which an item is found beside its words: its project, kind, status, domain and visibility, whether lists
-- show it, and the blocks of its place in the order of writing.
create function item_facets(project text, kind text, status text, is_personal boolean, domain text, visibility_key text,
  written_order bigint) returns text[]
language plpgsql immutable parallel safe
as $$
declare
  facets text[] := array['p' || project, 'k' || kind, 's' || status, 'v' || visibility_key,
    case when is_personal then 'own' else 'listed' end];
begin
  if domain is not null then facets := facets || ('d' || domain); end if;
  return facets || public.order_blocks(written_order);
end
$$

-- Orders memories by a bound of their score in a bundle: with the starting numbers of confidence and recency, a score
-- is at most e to the power of this less the share of the instant, since 1 - x is at most e to the power of -x. What
-- age does not lower below a floor is bounded by the floor instead.
create function score_bound(mandatory boolean, written double precision, detection_types text[], verifier_count integer,
  decays_since timestamptz, touched_at timestamptz) returns double precision
language sql immutable parallel safe
as $$
  select ln(greatest(1e-100::float8, least(1::float8,
      case when mandatory then 1::float8 else greatest(written,
        case when detection_types && '{CORRECTION,UNPROMPTED_DEFINITION}' then 0.9::float8 end,
        case when detection_types && '{CONFIRMATION}' then 0.6::float8 end) end
      + greatest(verifier_count - 1, 0) * 0.05::float8)))
    + date_part('epoch', decays_since at time zone 'UTC') * ln(2::float8) / (86400 * 365.28::float8)
    + date_part('epoch', touched_at at time zone 'UTC') / (86400 * 365::float8)
$$

-- Keys under which an item is found: by admins (a), by who wrote it (u; v while it is quarantined), by reviewers and
-- auditors (r, or s with each group), and by everybody once it was believed (b, or c with each group).
create function item_places(of_tenant text, status text, contributor text, is_personal boolean, audience text[],
  quarantined boolean) returns text[]
language plpgsql immutable parallel safe
as $$
declare
  start text := length(of_tenant)::text || ':' || of_tenant;
  is_believed boolean := not quarantined and status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED');
  places text[] := array[start || 'a', start || case when quarantined then 'v' else 'u' end || contributor];
  name text;
begin
  if is_personal then return places; end if;
  if audience = '{}' then
    return places || case when is_believed then array[start || 'r', start || 'b'] else array[start || 'r'] end;
  end if;
  foreach name in array audience loop
    places := places || (start || 's' || name);
    if is_believed then places := places || (start || 'c' || name); end if;
  end loop;
  return places;
end
$$

-- Labels as a key of the index: all of them together; and the key of any.
create function label_places(labels text[]) returns text[]
language plpgsql immutable parallel safe
as $$ begin return array['any', labels::text]; end $$

-- An item has one of these labels, or a member of one. `0 & !0`: nothing, where none of them can be a label.
create function label_query(categories jsonb) returns text
language sql immutable
as $$
  select coalesce(
    '(' || string_agg(
      case when category = '' then '' else format('''%s'' | ', category) end || format('''%s.'':*', category),
      ' | ' order by place
    ) || ')',
    '0 & !0')
  from (
    select replace(replace(category, '\', '\\'), '''', '''''') as category, place
    from jsonb_array_elements_text(categories) with ordinality as listed (category, place)
    where octet_length(category) <= 2000
  ) quoted
$$

-- The rules of a policy, in order: whom each concerns, and which labels as a tsquery, any of some and each of some;
-- none where it is only logged. Null: it cannot be read.
create function compiled_label_rules(mode text, rules jsonb) returns jsonb
language plpgsql immutable set search_path = public, pg_temp
as $$
begin
  if jsonb_typeof(rules) is distinct from 'array'
    or exists (select 1 from jsonb_array_elements(rules) as listed (rule) where not is_label_rule(rule))
  then return null; end if;
  if mode = 'LOG_ONLY' then return '[]'; end if;
  return coalesce((
    select jsonb_agg(
      rule - '{id,anyLabel,allLabels}'::text[] || jsonb_build_object('labels', concat_ws(' & ',
        case when rule -> 'anyLabel' <> '[]' then label_query(rule -> 'anyLabel') end,
        (select string_agg(label_query(jsonb_build_array(category)), ' & ')
          from jsonb_array_elements(rule -> 'allLabels') category)))
      order by place)
    from jsonb_array_elements(rules) with ordinality as listed (rule, place)
  ), '[]');
end
$$

create table audit_events (
  id text not null,
  tenant text not null,
  sequence bigint not null,
  at timestamptz(3) not null,
  actor text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  request_id text,
  before_digest text,
  after_digest text,
  previous_hash text,
  hash text not null,
  constraint audit_events_pkey primary key (tenant, id),
  constraint audit_events_sequence_key unique (tenant, sequence)
)

create index audit_events_action_index on audit_events (tenant, action, sequence)

create index audit_events_actor_index on audit_events (tenant, actor, sequence)

create index audit_events_time_index on audit_events (tenant, at, sequence)

create index audit_events_target_index on audit_events (tenant, target_id, sequence)

alter table audit_events enable row level security, force row level security

create table audit_heads (
  tenant text not null,
  sequence bigint not null,
  hash text,
  constraint audit_heads_pkey primary key (tenant)
)

alter table audit_heads enable row level security, force row level security

create table audit_texts (
  id text not null,
  tenant text not null,
  target_type text not null,
  target_id text not null,
  salt text not null,
  before jsonb,
  after jsonb,
  constraint audit_texts_pkey primary key (tenant, id)
)

alter table audit_texts enable row level security, force row level security

create table bundle_receipts (
  id text not null,
  tenant text not null,
  user_id text not null,
  project text,
  subject_id text,
  token_budget integer not null,
  item_ids text[] default '{}' not null,
  item_digests text[] default '{}' not null,
  context_hash text not null,
  policy_hash text not null,
  signature text not null,
  issued_at timestamptz(3) not null,
  constraint bundle_receipts_pkey primary key (tenant, id)
)

create index bundle_receipts_project_index on bundle_receipts (tenant, project, id)

create index bundle_receipts_user_index on bundle_receipts (tenant, user_id, id)

alter table bundle_receipts enable row level security, force row level security

create table chunks (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  document_id text not null,
  ordinal integer not null,
  heading_path text[] not null,
  start_offset integer not null,
  end_offset integer not null,
  text text not null,
  literal boolean default false not null,
  searched tsvector generated always as (searched_words(text)) stored not null,
  written_order bigint generated by default as identity not null,
  constraint chunks_pkey primary key (tenant, id),
  constraint chunks_ordinal_key unique (tenant, document_id, ordinal)
)

create index chunks_searched_index on chunks
  using gin (item_places(tenant, 'ACTIVE', contributor, false, audience, false),
  order_blocks(written_order), searched) with (gin_pending_list_limit='256')

alter table chunks enable row level security, force row level security

create table comments (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  text text not null,
  addressee_user text,
  addressee_key text,
  written_by text not null,
  written_at timestamptz(3) not null,
  constraint comments_pkey primary key (tenant, id),
  constraint comments_addressee_check check ((addressee_user is null) = (addressee_key is null)),
  constraint comments_item_check check (num_nonnulls(memory_id, entity_id) = 1)
)

create index comments_addressee_index on comments (tenant, addressee_key, id)

create index comments_entity_index on comments (tenant, entity_id, id)

create index comments_memory_index on comments (tenant, memory_id, id)

create index comments_writer_index on comments (tenant, written_by, id)

alter table comments enable row level security, force row level security

create table contradiction_classes (
  tenant text not null,
  id text not null,
  older_id text not null,
  newer_id text not null,
  status text not null,
  severity text,
  older_project text not null,
  older_domain text,
  older_status text not null,
  older_contributor text not null,
  older_audience text[] not null,
  older_is_personal boolean not null,
  older_quarantined boolean not null,
  older_sensitivity_labels text[] not null,
  newer_project text not null,
  newer_domain text,
  newer_status text not null,
  newer_contributor text not null,
  newer_audience text[] not null,
  newer_is_personal boolean not null,
  newer_quarantined boolean not null,
  newer_sensitivity_labels text[] not null,
  constraint contradiction_classes_pkey primary key (tenant, id)
)

alter table contradiction_classes enable row level security, force row level security

create table contradiction_counts (
  tenant text not null,
  id uuid default gen_random_uuid() not null,
  status text not null,
  severity text,
  older_project text not null,
  older_domain text,
  older_status text not null,
  older_contributor text not null,
  older_audience text[] not null,
  older_is_personal boolean not null,
  older_quarantined boolean not null,
  older_sensitivity_labels text[] not null,
  newer_project text not null,
  newer_domain text,
  newer_status text not null,
  newer_contributor text not null,
  newer_audience text[] not null,
  newer_is_personal boolean not null,
  newer_quarantined boolean not null,
  newer_sensitivity_labels text[] not null,
  contradictions integer not null,
  constraint contradiction_counts_pkey primary key (tenant, id)
)

alter table contradiction_counts enable row level security, force row level security

create table contradictions (
  id text not null,
  tenant text not null,
  older_id text not null,
  newer_id text not null,
  severity text,
  status text not null,
  explanation text not null,
  judge text not null,
  suggested_action text,
  suggested_content text,
  suggested_justification text,
  action text,
  resolved_by text,
  resolved_at timestamptz(3),
  note text,
  merged_id text,
  loser_ids text[] default '{}' not null,
  revision integer default 1 not null,
  detected_at timestamptz(3) not null,
  promoted_id text,
  constraint contradictions_pkey primary key (tenant, id),
  constraint contradictions_pair_key unique (tenant, older_id, newer_id),
  constraint contradictions_action_check check (action in ('KEPT_A', 'KEPT_B', 'MERGE', 'BOTH_VALID')),
  constraint contradictions_pair_check check (older_id < newer_id),
  constraint contradictions_resolution_check check ((status = 'RESOLVED') = (action is not null)),
  constraint contradictions_severity_check check (severity in ('HARD', 'SOFT')),
  constraint contradictions_status_check check (status in ('OPEN', 'RESOLVED')),
  constraint contradictions_suggested_action_check
    check (suggested_action in ('KEPT_A', 'KEPT_B', 'MERGE', 'BOTH_VALID'))
)

create index contradictions_hard_index on contradictions (tenant, detected_at, id)
  where (status = 'OPEN') and (severity = 'HARD')

create index contradictions_detected_index on contradictions (tenant, detected_at, id)

create index contradictions_resolved_index on contradictions (tenant, resolved_at, id) where resolved_at is not null

create index contradictions_newer_index on contradictions (tenant, newer_id, id)

-- The inbox lists open contradictions, hard ones first, and what was rejected, by how long they wait.
create index contradictions_open_index on contradictions (tenant, detected_at, id) where status = 'OPEN'

create index contradictions_resolver_index on contradictions (tenant, resolved_by, resolved_at)
  where resolved_by is not null

create index contradictions_status_index on contradictions (tenant, status, id)

alter table contradictions enable row level security, force row level security

create table delivered_items (
  tenant text not null,
  memory_id text not null,
  receipt_id text not null,
  constraint delivered_items_pkey primary key (tenant, memory_id, receipt_id)
)

create index delivered_items_receipt_index on delivered_items (tenant, receipt_id)

alter table delivered_items enable row level security, force row level security

create table documents (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  wave_id text not null,
  project text not null,
  path text not null,
  title text,
  format text default 'markdown' not null,
  kind text default 'other' not null,
  kind_given boolean default false not null,
  content text not null,
  content_hash text not null,
  visibility_key text not null,
  updated_at timestamptz(3),
  created_at timestamptz(3) not null,
  returned_at jsonb,
  erased_at timestamptz(3),
  searched tsvector
    generated always as (setweight((path_words(path) || searched_words(coalesce(title, ''))), 'A')) stored not null,
  written_order bigint generated by default as identity not null,
  constraint documents_pkey primary key (tenant, id),
  constraint documents_version_key unique (tenant, path, content_hash, project, visibility_key),
  constraint documents_format_check
    check (format in ('markdown', 'text', 'conversation', 'mail', 'html', 'asciidoc', 'restructuredtext', 'org',
    'notebook', 'memory_export', 'doorstop', 'strictdoc', 'table', 'data')),
  constraint documents_kind_check
    check (kind in ('decision', 'proposal', 'requirements', 'rules', 'minutes', 'incident', 'other'))
)

create index documents_contributor_index on documents (tenant, contributor, id)

create index documents_project_index on documents (tenant, project, id)

create index documents_wave_index on documents (tenant, wave_id, id)

create index documents_searched_index on documents
  using gin (item_places(tenant, 'ACTIVE', contributor, false, audience, false),
  order_blocks(written_order), searched) with (gin_pending_list_limit='256')

alter table documents enable row level security, force row level security

create table domain_keywords (
  tenant text not null,
  revision integer not null,
  entries jsonb not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint domain_keywords_pkey primary key (tenant)
)

alter table domain_keywords enable row level security, force row level security

create table dropped_statements (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  report_id text not null,
  reason text not null,
  rule text not null,
  kind text,
  entity_type text,
  content text not null,
  confidence double precision not null,
  extraction_id text,
  memory_id text,
  entity_id text,
  constraint dropped_statements_pkey primary key (tenant, id),
  constraint dropped_statements_duplicate_check check (num_nonnulls(memory_id, entity_id) <= 1),
  constraint dropped_statements_type_check check (num_nonnulls(kind, entity_type) = 1),
  constraint dropped_statements_reason_check
    check (reason in ('KNOWN', 'DUPLICATE', 'OUTDATED', 'TOO_SHORT', 'REJECTED_BY_ROUTING', 'BELOW_THRESHOLD')),
  constraint dropped_statements_kind_check
    check (kind in ('DECISION', 'REQUIREMENT', 'CONSTRAINT', 'PREFERENCE', 'IDENTITY', 'FACT', 'PROCEDURE', 'EPISODE')),
  constraint dropped_statements_entity_type_check
    check (entity_type in ('PROJECT', 'SUBSYSTEM', 'COMPONENT', 'INTERFACE', 'REQUIREMENT', 'CONSTRAINT', 'DECISION',
    'MATERIAL', 'PARAMETER', 'ANALYSIS_MODEL', 'RESULT', 'VALIDATION_CLAIM', 'VENDOR', 'PROCESS'))
)

create index dropped_statements_entity_index on dropped_statements (tenant, entity_id) where entity_id is not null

create index dropped_statements_memory_index on dropped_statements (tenant, memory_id) where memory_id is not null

create index dropped_statements_report_index on dropped_statements (tenant, report_id, id)

alter table dropped_statements enable row level security, force row level security

create table entity_relations (
  id text not null,
  tenant text not null,
  from_id text not null,
  to_id text not null,
  relation text not null,
  related_by text not null,
  related_at timestamptz(3) not null,
  unrelated_by text,
  unrelated_at timestamptz(3),
  constraint entity_relations_pkey primary key (tenant, id),
  constraint entity_relations_ends_check check (from_id <> to_id),
  constraint entity_relations_relation_check
    check (relation in ('PART_OF', 'DEPENDS_ON', 'SATISFIES', 'CONFLICTS_WITH', 'DERIVED_FROM', 'RELATED_TO'))
)

create index entity_relations_author_index on entity_relations (tenant, related_by)

create unique index entity_relations_edge_key on entity_relations (tenant, from_id, to_id, relation)
  where unrelated_at is null

create index entity_relations_from_index on entity_relations (tenant, from_id)

create index entity_relations_to_index on entity_relations (tenant, to_id)

alter table entity_relations enable row level security, force row level security

-- What was erased and must not come in again, as keyed digests.
create table erased_wordings (
  id text not null,
  tenant text not null,
  item_id text,
  length integer not null,
  mark integer not null,
  ending text not null,
  digest text not null,
  erased_at timestamptz(3) not null,
  constraint erased_wordings_pkey primary key (tenant, id)
)

alter table erased_wordings enable row level security, force row level security

create table disputes (
  id text not null,
  tenant text not null,
  memory_id text not null,
  user_quote text,
  source_ref text,
  counter_id text,
  raised_by text not null,
  raiser_key text not null,
  raised_at timestamptz(3) not null,
  verdict text,
  settled_by text,
  settled_at timestamptz(3),
  decision_note text,
  constraint disputes_pkey primary key (tenant, id),
  constraint disputes_settlement_check check ((verdict is null) = (settled_at is null)),
  constraint disputes_verdict_check check (verdict in ('UPHELD', 'DISMISSED'))
)

create index disputes_memory_index on disputes (tenant, memory_id, id)

create unique index disputes_open_key on disputes (tenant, memory_id, raiser_key) where verdict is null

create index disputes_open_raiser_index on disputes (tenant, raiser_key) where verdict is null

create index disputes_raiser_index on disputes (tenant, raised_by, id)

alter table disputes enable row level security, force row level security

create table evidence (
  id text not null,
  tenant text not null,
  memory_id text not null,
  detection_type text not null,
  user_quote text,
  source_ref text,
  source_user text not null,
  recorded_by text not null,
  verifier_key text,
  created_at timestamptz(3) not null,
  constraint evidence_pkey primary key (tenant, id),
  constraint evidence_detection_type_check
    check (detection_type in ('CORRECTION', 'CONFIRMATION', 'UNPROMPTED_DEFINITION'))
)

create index evidence_time_index on evidence (tenant, created_at, id)

create index evidence_memory_index on evidence (tenant, memory_id, id)

-- Indexes that lead back: from an interaction to its evidence, from a project to its deliveries, from a user to what
-- they set, from a section or an interaction to its extractions.
create index evidence_source_index on evidence (tenant, source_ref, id) where length(source_ref) <= 100

create index evidence_verifier_index on evidence (tenant, source_user, id)

alter table evidence enable row level security, force row level security

create table extraction_reports (
  id text not null,
  tenant text not null,
  wave_id text,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  extractor_version text not null,
  errors text[] default '{}' not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  extraction_id text,
  finished_at timestamptz(3),
  words_erased_at timestamptz(3),
  constraint extraction_reports_pkey primary key (tenant, id),
  constraint extraction_reports_source_kind_check
    check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index extraction_reports_erased_index on extraction_reports (tenant, words_erased_at)
where words_erased_at is not null

create index extraction_reports_extraction_index on extraction_reports (tenant, extraction_id, created_at)

create index extraction_reports_source_index on extraction_reports (tenant, source_id, created_at)

create index extraction_reports_wave_index on extraction_reports (tenant, wave_id, created_at)

alter table extraction_reports enable row level security, force row level security

create table extractions (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  project text not null,
  schema_name text not null,
  payload jsonb not null,
  field_confidence jsonb not null,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  report_id text,
  created_at timestamptz(3) not null,
  recorded_by text,
  rule text,
  extractor_version text,
  guardrail_flags text[] default '{}' not null,
  own_flags text[] default '{}' not null,
  yielded_at timestamptz(3),
  routing_status text,
  routing_reason text,
  constraint extractions_pkey primary key (tenant, id),
  constraint extractions_routing_reason_check
    check (routing_reason in ('OK', 'LOW_CONFIDENCE', 'GUARDRAIL_REVIEW', 'GUARDRAIL_REJECTED', 'HUMAN')),
  constraint extractions_routing_status_check
    check (routing_status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED')),
  constraint extractions_source_kind_check check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index extractions_source_index on extractions (tenant, source_id, id)

create index extractions_contributor_index on extractions (tenant, contributor, project)

create index extractions_recorder_index on extractions (tenant, recorded_by, project) where recorded_by is not null

create index extractions_project_index on extractions (tenant, project, id)

create index extractions_routing_index on extractions (tenant, routing_status, routing_reason, id)
  where routing_status is not null

alter table extractions enable row level security, force row level security

create table fingerprints (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  revision integer not null,
  project text not null,
  visibility_key text not null,
  type text not null,
  fingerprint text not null,
  claimed boolean not null,
  constraint fingerprints_pkey primary key (tenant, id),
  constraint fingerprints_item_check check (num_nonnulls(memory_id, entity_id) = 1)
)

create unique index fingerprints_claim_key on fingerprints (tenant, project, type, fingerprint, visibility_key)
  where claimed

create index fingerprints_wording_index on fingerprints (tenant, project, fingerprint)

alter table fingerprints enable row level security, force row level security

-- Keeps the former values of items, beside status and words.
create table former_states (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  until timestamptz(3) not null,
  confidence double precision not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  sensitivity_labels text[] default '{}' not null,
  suggested_labels text[] default '{}' not null,
  superseded_by_id text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  holds_from timestamptz(3),
  holds_until timestamptz(3),
  pending_since timestamptz(3) not null,
  deferred_until timestamptz(3),
  reviewed_by text,
  reviewed_at timestamptz(3),
  rejection_reason text,
  rejection_kind text,
  retirement_reason text,
  return_reason text,
  verify_by timestamptz(3),
  verified_at timestamptz(3),
  owner_kind text,
  owner_name text,
  updated_at timestamptz(3) not null,
  domain text,
  tags text[] default '{}' not null,
  mandatory boolean default false not null,
  constraint former_states_pkey primary key (tenant, id),
  constraint former_states_entity_key unique (tenant, entity_id, until),
  constraint former_states_memory_key unique (tenant, memory_id, until),
  constraint former_states_item_check check (num_nonnulls(memory_id, entity_id) = 1)
)

alter table former_states enable row level security, force row level security

create table graph_entities (
  id text not null,
  tenant text not null,
  project text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  rule text,
  extractor_version text,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  extraction_id text,
  report_id text,
  span_start integer,
  span_end integer,
  span_text text,
  prior double precision,
  structural_signal_multiplier double precision,
  freshness_bonus double precision,
  hand_authored boolean not null,
  visibility_key text not null,
  status text not null,
  revision integer not null,
  content text not null,
  confidence double precision not null,
  pending_since timestamptz(3) not null,
  reviewed_by text,
  reviewed_at timestamptz(3),
  rejection_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  entity_type text not null,
  name text not null,
  span_speaker text,
  deferred_until timestamptz(3),
  sensitivity_labels text[] default '{}' not null,
  superseded_by_id text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  holds_from timestamptz(3),
  holds_until timestamptz(3),
  graduated_from_id text,
  searched tsvector
    generated always as (setweight(searched_words(name), 'A') || searched_words(content)) stored not null,
  word_ends text generated always as (word_ends("left"(((name || ' ') || content), 300))) stored not null,
  context jsonb,
  further_spans jsonb,
  review_terms jsonb,
  review_score double precision default 1 not null,
  retirement_reason text,
  return_reason text,
  quarantined boolean default false not null,
  verify_by timestamptz(3),
  verify_by_set boolean default false not null,
  verified_at timestamptz(3),
  owner_kind text,
  owner_name text,
  routing_status text,
  opened_at timestamptz(3),
  first_reworded_at timestamptz(3),
  suggested_labels text[] default '{}' not null,
  rejection_kind text,
  successor_promoted boolean default false not null,
  written_order bigint generated by default as identity not null,
  succeeds_ids text[] default '{}' not null,
  wording_by text,
  constraint graph_entities_pkey primary key (tenant, id),
  constraint graph_entities_confidence_check
    check (confidence >= '0'::double precision and confidence <= '1'::double precision),
  constraint graph_entities_entity_type_check
    check (entity_type in ('PROJECT', 'SUBSYSTEM', 'COMPONENT', 'INTERFACE', 'REQUIREMENT', 'CONSTRAINT', 'DECISION',
    'MATERIAL', 'PARAMETER', 'ANALYSIS_MODEL', 'RESULT', 'VALIDATION_CLAIM', 'VENDOR', 'PROCESS')),
  constraint graph_entities_owner_check check ((owner_kind is null) = (owner_name is null)),
  constraint graph_entities_owner_kind_check check (owner_kind in ('USER', 'GROUP')),
  constraint graph_entities_rejection_kind_check
    check (rejection_kind in ('NO_STATEMENT', 'WRONG_WORDING', 'WRONG_TYPE', 'NOT_TRUE', 'OUT_OF_DATE', 'DUPLICATE',
    'NOT_RELEVANT', 'OTHER')),
  constraint graph_entities_review_score_check
    check (review_score >= '0'::double precision and review_score <= '1'::double precision),
  constraint graph_entities_routing_status_check
    check (routing_status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED')),
  constraint graph_entities_sensitivity_labels_check
    check ((sensitivity_labels = '{}') or are_labels(sensitivity_labels)),
  constraint graph_entities_source_check check (hand_authored = (source_id is null)),
  constraint graph_entities_status_check
    check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED', 'ERASED')),
  constraint graph_entities_source_kind_check check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index graph_entities_source_index on graph_entities (tenant, source_id)

create index graph_entities_contributor_index on graph_entities (tenant, contributor, id)

create index graph_entities_created_index on graph_entities (tenant, created_at, id)

create index graph_entities_extraction_index on graph_entities (tenant, extraction_id)

create index graph_entities_in_project_index on graph_entities (tenant, project, id)

create index graph_entities_labelled_source_index on graph_entities (tenant, source_id) where sensitivity_labels <> '{}'

create index graph_entities_labels_index on graph_entities (tenant, sensitivity_labels) where sensitivity_labels <> '{}'

create index graph_entities_newest_index on graph_entities (tenant, project, visibility_key, id)

create index graph_entities_origin_index on graph_entities (tenant, graduated_from_id)

create index graph_entities_queue_index on graph_entities (tenant, status, pending_since, id)

create index graph_entities_report_index on graph_entities (tenant, report_id)

create index graph_entities_review_index on graph_entities (tenant, status, review_score, id)

create index graph_entities_reviewer_index on graph_entities (tenant, reviewed_by) where reviewed_by is not null

create index graph_entities_routing_rejected_index on graph_entities (tenant, id) where routing_status = 'REJECTED'

create index graph_entities_searched_index on graph_entities
  using gin (item_places(tenant, status, contributor, is_personal, audience, quarantined),
  label_places(sensitivity_labels), item_facets(project, entity_type, status, is_personal, null, visibility_key,
  written_order), searched, string_to_array(word_ends, ' ')) with (gin_pending_list_limit='256')

create index graph_entities_successor_index on graph_entities (tenant, superseded_by_id)

create index graph_entities_suggested_index on graph_entities (tenant, created_at, id) where suggested_labels <> '{}'

create index graph_entities_suggested_labels_index on graph_entities
  using gin (item_places(tenant, status, contributor, is_personal, audience, quarantined),
  label_places(sensitivity_labels), suggested_labels) with (fastupdate=off) where suggested_labels <> '{}'

alter table graph_entities enable row level security, force row level security

create table idempotency_keys (
  tenant text not null,
  user_id text not null,
  key text not null,
  mutation text not null,
  input_hash text not null,
  outcome jsonb,
  created_at timestamptz(3) not null,
  constraint idempotency_keys_pkey primary key (tenant, user_id, key)
)

-- Idempotency keys are kept for a while: those of every tenant that are older are erased by who has no tenant, so many
-- at once.
create index idempotency_keys_created_index on idempotency_keys (created_at)

alter table idempotency_keys enable row level security, force row level security

create table inbox_counts (
  tenant text not null,
  id uuid default gen_random_uuid() not null,
  reason text not null,
  priority integer not null,
  project text,
  contributor text not null,
  audience text[] not null,
  sensitivity_labels text[] not null,
  other_project text,
  other_contributor text,
  other_audience text[] not null,
  other_labels text[] not null,
  entries integer not null,
  constraint inbox_counts_pkey primary key (tenant, id)
)

alter table inbox_counts enable row level security, force row level security

create table inbox_entries (
  tenant text not null,
  subject_id text not null,
  reason text not null,
  priority integer not null,
  since timestamptz(3) not null,
  deferred_until timestamptz(3),
  falls_due_at timestamptz(3),
  flow bigint,
  turn timestamptz(3),
  project text,
  contributor text not null,
  audience text[] default '{}' not null,
  sensitivity_labels text[] default '{}' not null,
  item_id text,
  owner_name text,
  confidence double precision,
  review_score double precision,
  other_id text,
  other_project text,
  other_contributor text,
  other_audience text[] default '{}' not null,
  other_labels text[] default '{}' not null,
  other_owner_name text,
  constraint inbox_entries_pkey primary key (tenant, subject_id, reason),
  constraint inbox_entries_reason_check
    check (reason in ('CANDIDATE', 'SUGGESTED_LABELS', 'CONTRADICTION', 'DISPUTE', 'REVIEWER_WORDING',
    'PERSONAL_REQUEST', 'SOURCE_CHANGE', 'ROUTING', 'SOURCE_DRIFT', 'VERIFICATION_DUE', 'EXPIRED', 'GRADUATION',
    'QUARANTINE', 'REJECTED_AFTER_PROMOTION', 'UNREAD_WAVE'))
)

create index inbox_entries_order_index on inbox_entries (tenant, priority, since, subject_id) where priority > 0

create index inbox_entries_owner_index on inbox_entries (tenant, owner_name, priority, since, subject_id)
  where owner_name is not null

create index inbox_entries_other_owner_index on inbox_entries (tenant, other_owner_name, priority, since, subject_id)
  where other_owner_name is not null

create index inbox_entries_confidence_index on inbox_entries (tenant, priority, confidence, subject_id)
  where falls_due_at is null

create index inbox_entries_review_index on inbox_entries (tenant, priority, review_score, subject_id)
  where falls_due_at is null

create index inbox_entries_uncounted_index on inbox_entries (tenant, falls_due_at) where falls_due_at is not null

create index inbox_entries_turn_index on inbox_entries (tenant, priority, turn, subject_id) where turn is not null

create index inbox_entries_flow_index on inbox_entries (tenant, flow, turn) where flow is not null

alter table inbox_entries enable row level security, force row level security

create table inbox_marks (
  tenant text not null,
  entry_id text not null,
  claimed_by text,
  claimed_key text,
  claimed_until timestamptz(3),
  snoozed_until timestamptz(3),
  snoozed_by text,
  constraint inbox_marks_pkey primary key (tenant, entry_id)
)

create index inbox_marks_snoozed_index on inbox_marks (tenant, snoozed_until) where snoozed_until is not null

create index inbox_marks_claimed_index on inbox_marks (tenant, claimed_key, claimed_until) where claimed_key is not null

alter table inbox_marks enable row level security, force row level security

-- The keys of the fingerprints and of the receipts: made once a store, so that a hash does not reveal its text to
-- whoever has a copy of another store.
create table installation (
  only_row boolean default true not null,
  fingerprint_key text not null,
  receipt_key text default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') not null,
  imported_keys jsonb default '{}' not null,
  embedding_model text null,
  constraint installation_pkey primary key (only_row),
  constraint installation_only_row_check check (only_row)
)

insert into installation (fingerprint_key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))

create table intake_holds (
  tenant text not null,
  user_key text not null,
  named_user text not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  released_at timestamptz(3) null,
  constraint intake_holds_pkey primary key (tenant, user_key)
)

alter table intake_holds enable row level security, force row level security

create table interactions (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  project text not null,
  subject_id text,
  content text not null,
  captured_in text,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  searched tsvector generated always as (searched_words(content)) stored not null,
  written_order bigint generated by default as identity not null,
  constraint interactions_pkey primary key (tenant, id)
)

create index interactions_contributor_index on interactions (tenant, contributor, id)

create index interactions_project_index on interactions (tenant, project, id)

create index interactions_searched_index on interactions
  using gin (item_places(tenant, 'CANDIDATE', contributor, is_personal, audience, false),
  order_blocks(written_order), searched) with (gin_pending_list_limit='256')

alter table interactions enable row level security, force row level security

create table item_counts (
  tenant text not null,
  id uuid default gen_random_uuid() not null,
  project text not null,
  kind text,
  entity_type text,
  domain text,
  status text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  quarantined boolean not null,
  sensitivity_labels text[] not null,
  items integer not null,
  constraint item_counts_pkey primary key (tenant, id)
)

alter table item_counts enable row level security, force row level security

create table item_names (
  tenant text not null,
  id uuid default gen_random_uuid() not null,
  place text not null,
  name text not null,
  entry_key text not null,
  status text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  quarantined boolean not null,
  sensitivity_labels text[] not null,
  has_left boolean not null,
  constraint item_names_place_check check (place in ('ITEM', 'VERIFIER')),
  constraint item_names_pkey primary key (tenant, id)
)

create index item_names_name_index on item_names (tenant, place, name)

create index item_names_entry_index on item_names (tenant, entry_key)

alter table item_names enable row level security, force row level security

create table known_groups (
  tenant text not null,
  name text not null,
  noted_by text not null,
  noted_at timestamptz(3) not null,
  constraint known_groups_pkey primary key (tenant, name)
)

alter table known_groups enable row level security, force row level security

create table known_users (
  tenant text not null,
  name text not null,
  spelling text not null,
  noted_at timestamptz(3) not null,
  constraint known_users_pkey primary key (tenant, name, spelling)
)

alter table known_users enable row level security, force row level security

create table label_decisions (
  id text not null,
  tenant text not null,
  memory_id text,
  verdict text not null,
  labels text[] not null,
  revision integer not null,
  decided_by text not null,
  decided_at timestamptz(3) not null,
  entity_id text,
  constraint label_decisions_pkey primary key (tenant, id),
  constraint label_decisions_entity_key unique (tenant, entity_id, revision),
  constraint label_decisions_revision_key unique (tenant, memory_id, revision),
  constraint label_decisions_item_check check (num_nonnulls(memory_id, entity_id) = 1),
  constraint label_decisions_verdict_check check (verdict in ('PROMOTED', 'DISMISSED'))
)

create index label_decisions_decider_index on label_decisions (tenant, decided_by)

alter table label_decisions enable row level security, force row level security

create table label_policies (
  id text not null,
  tenant text not null,
  revision integer not null,
  mode text not null,
  rules jsonb not null,
  hash text not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  compiled jsonb generated always as (compiled_label_rules(mode, rules)) stored,
  constraint label_policies_pkey primary key (tenant, id),
  constraint label_policies_revision_key unique (tenant, revision),
  constraint label_policies_mode_check check (mode in ('LOG_ONLY', 'ENFORCE'))
)

alter table label_policies enable row level security, force row level security

create table memories (
  id text not null,
  tenant text not null,
  project text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  rule text,
  extractor_version text,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  extraction_id text,
  report_id text,
  span_start integer,
  span_end integer,
  span_text text,
  prior double precision,
  structural_signal_multiplier double precision,
  freshness_bonus double precision,
  hand_authored boolean not null,
  visibility_key text not null,
  status text not null,
  revision integer not null,
  content text not null,
  confidence double precision not null,
  pending_since timestamptz(3) not null,
  reviewed_by text,
  reviewed_at timestamptz(3),
  rejection_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  kind text not null,
  summary text,
  subject_id text,
  domain text,
  tags text[] default '{}' not null,
  sensitivity_labels text[] default '{}' not null,
  span_speaker text,
  deferred_until timestamptz(3),
  superseded_by_id text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  holds_from timestamptz(3),
  holds_until timestamptz(3),
  suggested_labels text[] default '{}' not null,
  mandatory boolean default false not null,
  written_confidence double precision,
  searched tsvector generated always as (searched_words((coalesce((summary || ' '), '') || content))) stored not null,
  word_ends text generated always as (word_ends("left"((coalesce((summary || ' '), '') || content), 300))) stored
    not null,
  domain_derived boolean default false not null,
  tags_derived boolean default false not null,
  context jsonb,
  further_spans jsonb,
  review_terms jsonb,
  review_score double precision default 1 not null,
  retirement_reason text,
  return_reason text,
  quarantined boolean default false not null,
  verify_by timestamptz(3),
  verify_by_set boolean default false not null,
  verified_at timestamptz(3),
  owner_kind text,
  owner_name text,
  routing_status text,
  opened_at timestamptz(3),
  first_reworded_at timestamptz(3),
  rejection_kind text,
  successor_promoted boolean default false not null,
  written_order bigint generated by default as identity not null,
  personal_requested_at timestamptz(3),
  disputed_since timestamptz(3),
  evidence_count integer default 0 not null,
  verifier_count integer default 0 not null,
  detection_types text[] default '{}' not null,
  newest_evidence_at timestamptz(3),
  succeeds_ids text[] default '{}' not null,
  wording_by text,
  constraint memories_pkey primary key (tenant, id),
  constraint memories_confidence_check
    check (confidence >= '0'::double precision and confidence <= '1'::double precision),
  constraint memories_kind_check
    check (kind in ('DECISION', 'REQUIREMENT', 'CONSTRAINT', 'PREFERENCE', 'IDENTITY', 'FACT', 'PROCEDURE', 'EPISODE')),
  constraint memories_mandate_check check (not (mandatory and is_personal)),
  constraint memories_owner_check check ((owner_kind is null) = (owner_name is null)),
  constraint memories_owner_kind_check check (owner_kind in ('USER', 'GROUP')),
  constraint memories_rejection_kind_check
    check (rejection_kind in ('NO_STATEMENT', 'WRONG_WORDING', 'WRONG_TYPE', 'NOT_TRUE', 'OUT_OF_DATE', 'DUPLICATE',
    'NOT_RELEVANT', 'OTHER')),
  constraint memories_review_score_check
    check (review_score >= '0'::double precision and review_score <= '1'::double precision),
  constraint memories_routing_status_check
    check (routing_status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED')),
  constraint memories_sensitivity_labels_check check ((sensitivity_labels = '{}') or are_labels(sensitivity_labels)),
  constraint memories_source_check check (hand_authored = (source_id is null)),
  constraint memories_status_check
    check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED', 'ERASED')),
  constraint memories_source_kind_check check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index memories_source_index on memories (tenant, source_id)

create index memories_confidence_index on memories (tenant, confidence, id)

create index memories_contributor_index on memories (tenant, contributor, id)

create index memories_created_index on memories (tenant, created_at, id)

create index memories_domain_index on memories (tenant, domain, visibility_key, id)

create index memories_extraction_index on memories (tenant, extraction_id)

create index memories_holding_index on memories (tenant, holds_until) where holds_until is not null

create index memories_in_project_index on memories (tenant, project, id)

create index memories_labelled_source_index on memories (tenant, source_id) where sensitivity_labels <> '{}'

create index memories_labels_index on memories (tenant, sensitivity_labels) where sensitivity_labels <> '{}'

create index memories_newest_index on memories (tenant, project, visibility_key, id)

create index memories_project_index on memories (tenant, project, status, created_at, id)

create index memories_queue_index on memories (tenant, status, pending_since, id)

create index memories_report_index on memories (tenant, report_id)

create index memories_review_index on memories (tenant, status, review_score, id)

create index memories_reviewer_index on memories (tenant, reviewed_by) where reviewed_by is not null

create index memories_routing_rejected_index on memories (tenant, id) where routing_status = 'REJECTED'

create index memories_score_bound_index on memories (tenant, mandatory desc, score_bound(mandatory, coalesce(
  written_confidence, confidence), detection_types, verifier_count, coalesce(newest_evidence_at, created_at),
  greatest(updated_at, newest_evidence_at)) desc) where status in ('ACTIVE', 'GRADUATED')

create index memories_searched_index on memories
  using gin (item_places(tenant, status, contributor, is_personal, audience, quarantined),
  label_places(sensitivity_labels), item_facets(project, kind, status, is_personal, domain, visibility_key,
  written_order), searched, string_to_array(word_ends, ' ')) with (gin_pending_list_limit='256')

create index memories_successor_index on memories (tenant, superseded_by_id)

create index memories_suggested_index on memories (tenant, created_at, id) where suggested_labels <> '{}'

create index memories_suggested_labels_index on memories
  using gin (item_places(tenant, status, contributor, is_personal, audience, quarantined),
  label_places(sensitivity_labels), suggested_labels) with (fastupdate=off) where suggested_labels <> '{}'

create index memories_touched_index on memories (tenant, mandatory desc, greatest(updated_at,
  newest_evidence_at) desc) where status in ('ACTIVE', 'GRADUATED') and (verifier_count > 0 or mandatory)

create index memories_updated_index on memories (tenant, updated_at, id)

alter table memories enable row level security, force row level security

create table pathway_states (
  tenant text not null,
  envelope jsonb not null,
  empty_buckets text[] default '{}' not null,
  imported_at timestamptz(3) not null,
  constraint pathway_states_pkey primary key (tenant)
)

alter table pathway_states enable row level security, force row level security

create table pathway_traces (
  id text not null,
  tenant text not null,
  pathway_ref text not null,
  trace_uid text not null,
  version integer not null,
  parent_trace_uid text,
  root_trace_uid text not null,
  superseded_at timestamptz(3),
  superseded_by_trace_uid text,
  task_class text not null,
  file_path text not null,
  signal_class text,
  vector_counts text not null,
  subject_ids text[] default '{}' not null,
  document jsonb not null,
  redactions jsonb not null,
  legacy boolean default false not null,
  replay_count integer default 0 not null,
  replays_succeeded integer default 0 not null,
  success_rate double precision default 0 not null,
  created_at timestamptz(3) not null,
  searched tsvector
    generated always as (path_words(((file_path || ' ') || task_class) || coalesce((' '
    || signal_class), ''))) stored not null,
  constraint pathway_traces_pkey primary key (tenant, id),
  constraint pathway_traces_chain_key unique (tenant, root_trace_uid, version),
  constraint pathway_traces_parent_key unique (tenant, parent_trace_uid),
  constraint pathway_traces_uid_key unique (tenant, trace_uid),
  constraint pathway_traces_head_check check ((superseded_at is null) = (superseded_by_trace_uid is null)),
  constraint pathway_traces_replays_check check ((replays_succeeded >= 0) and (replays_succeeded <= replay_count)),
  constraint pathway_traces_root_check
    check (((parent_trace_uid is null) = (version = 1)) and ((version = 1) = (root_trace_uid = trace_uid)))
)

create index pathway_traces_head_index
  on pathway_traces (tenant, pathway_ref, success_rate DESC, replay_count DESC, created_at DESC, id DESC)
  where superseded_at is null

create index pathway_traces_history_index
  on pathway_traces (tenant, pathway_ref, success_rate DESC, replay_count DESC, created_at DESC, id DESC)
  where superseded_at is not null

create index pathway_traces_pathway_index on pathway_traces (tenant, pathway_ref, id)

create index pathway_traces_vector_index on pathway_traces (tenant, vector_counts, id)

create index pathway_traces_searched_index on pathway_traces
  using gin (item_places(tenant, 'ACTIVE', '', false, '{}', false), searched) with (gin_pending_list_limit='256')

alter table pathway_traces enable row level security, force row level security

create table pathway_vectors (
  tenant text not null,
  counts text not null,
  written_order bigint default 0 not null,
  constraint pathway_vectors_pkey primary key (tenant, counts)
)

create index pathway_vectors_order_index on pathway_vectors (tenant, written_order)

alter table pathway_vectors enable row level security, force row level security

create table pathways (
  id text not null,
  tenant text not null,
  pathway_id text not null,
  task_class text not null,
  file_prefix text not null,
  signal_class text,
  retired boolean default false not null,
  retired_at timestamptz(3),
  replay_count bigint default '0'::bigint not null,
  replays_succeeded bigint default '0'::bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint pathways_pkey primary key (tenant, id),
  constraint pathways_pathway_key unique (tenant, pathway_id),
  constraint pathways_replays_check check ((replays_succeeded >= 0) and (replays_succeeded <= replay_count))
)

alter table pathways enable row level security, force row level security

create table project_state (
  id text not null,
  tenant text not null,
  project text not null,
  category text not null,
  key text not null,
  version integer not null,
  value text not null,
  note text,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint project_state_pkey primary key (tenant, id),
  constraint project_state_entry_key unique (tenant, project, category, key)
)

create index project_state_setter_index on project_state (tenant, set_by, id)

alter table project_state enable row level security, force row level security

create table project_state_versions (
  id text not null,
  tenant text not null,
  state_id text not null,
  version integer not null,
  value text not null,
  note text,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint project_state_versions_pkey primary key (tenant, id),
  constraint project_state_versions_version_key unique (tenant, state_id, version)
)

alter table project_state_versions enable row level security, force row level security

create table quality_counts (
  tenant text not null,
  id uuid default gen_random_uuid() not null,
  project text not null,
  rule text not null,
  extractor_version text not null,
  from_interaction boolean not null,
  status text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  quarantined boolean not null,
  sensitivity_labels text[] not null,
  other_status text,
  other_contributor text,
  other_audience text[],
  other_is_personal boolean,
  other_quarantined boolean,
  other_sensitivity_labels text[],
  figures jsonb not null,
  times integer not null,
  constraint quality_counts_pkey primary key (tenant, id)
)

alter table quality_counts enable row level security, force row level security

create table quarantined_items (
  id text not null,
  tenant text not null,
  quarantine_id text not null,
  memory_id text,
  entity_id text,
  released_at timestamptz(3),
  constraint quarantined_items_pkey primary key (tenant, id),
  constraint quarantined_items_item_check check (num_nonnulls(memory_id, entity_id) = 1)
)

create index quarantined_items_entity_index on quarantined_items (tenant, entity_id)

create index quarantined_items_memory_index on quarantined_items (tenant, memory_id)

create index quarantined_items_quarantine_index on quarantined_items (tenant, quarantine_id, id)

alter table quarantined_items enable row level security, force row level security

create table quarantines (
  id text not null,
  tenant text not null,
  origin jsonb not null,
  reason text not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint quarantines_pkey primary key (tenant, id)
)

-- A quarantine names who set it.
create index quarantines_setter_index on quarantines (tenant, set_by, id)

create index quarantines_standing_index on quarantines (tenant, set_at, id) where ended_at is null

alter table quarantines enable row level security, force row level security

-- Names of the records that a document is, takes the place of, or was replaced by, as it says itself. Documents that
-- were ingested before have none until they come again.
create table record_names (
  id text not null,
  tenant text not null,
  project text not null,
  document_id text not null,
  naming_kind text not null,
  record_key text not null,
  constraint record_names_pkey primary key (tenant, id),
  constraint record_names_key unique (tenant, document_id, naming_kind, record_key),
  constraint record_names_naming_kind_check check (naming_kind in ('IS', 'SUPERSEDES', 'SUPERSEDED_BY'))
)

create index record_names_record_index on record_names (tenant, project, record_key, naming_kind, document_id)

alter table record_names enable row level security, force row level security

create table revisions (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  revision integer not null,
  status text not null,
  content text not null,
  reworded boolean not null,
  edited_by text not null,
  edited_at timestamptz(3) not null,
  summary text,
  name text,
  reason text,
  constraint revisions_pkey primary key (tenant, id),
  constraint revisions_entity_key unique (tenant, entity_id, revision),
  constraint revisions_memory_key unique (tenant, memory_id, revision),
  constraint revisions_item_check check (num_nonnulls(memory_id, entity_id) = 1),
  constraint revisions_status_check
    check (status in ('CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED', 'ERASED'))
)

create index revisions_editor_index on revisions (tenant, edited_by, reworded, edited_at)

create index revisions_rewording_index on revisions (tenant, edited_at) where reworded and (revision > 1)

create index revisions_time_index on revisions (tenant, edited_at, id)

alter table revisions enable row level security, force row level security

create table sightings (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  report_id text not null,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  seen_at timestamptz(3) not null,
  speaker text,
  constraint sightings_pkey primary key (tenant, id),
  constraint sightings_item_check check (num_nonnulls(memory_id, entity_id) = 1),
  constraint sightings_source_kind_check check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index sightings_source_index on sightings (tenant, source_id)

create index sightings_entity_index on sightings (tenant, entity_id)

create index sightings_memory_index on sightings (tenant, memory_id)

create index sightings_report_index on sightings (tenant, report_id)

alter table sightings enable row level security, force row level security

create table source_changes (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] not null default '{}',
  owner_users text[] not null default '{}',
  owner_groups text[] not null default '{}',
  kind text not null,
  project text not null,
  path text not null,
  visibility_key text not null,
  content text,
  content_hash text,
  updated_at timestamptz(3),
  document_kind text,
  sent_at timestamptz(3) not null,
  verdict text,
  decided_by text,
  decided_at timestamptz(3),
  decision_note text,
  document_id text,
  constraint source_changes_pkey primary key (tenant, id),
  constraint source_changes_decision_check check ((verdict is null) = (decided_at is null)),
  constraint source_changes_document_kind_check
    check (document_kind in ('decision', 'proposal', 'requirements', 'rules', 'minutes', 'incident', 'other')),
  constraint source_changes_kind_check check (kind in ('VERSION', 'WITHDRAWAL')),
  constraint source_changes_verdict_check check (verdict in ('ACCEPTED', 'DECLINED', 'REPLACED'))
)

create index source_changes_contributor_index on source_changes (tenant, contributor, id)

create index source_changes_document_index on source_changes (tenant, document_id)

create index source_changes_waiting_index on source_changes (tenant, sent_at, id) where verdict is null

create unique index source_changes_waiting_key on source_changes (tenant, project, visibility_key, path, contributor)
  where verdict is null

alter table source_changes enable row level security, force row level security

-- Which version of each path is in force, and what becomes of what came from the versions before.
create table source_checks (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  state text not null,
  document_id text not null,
  chunk_id text,
  span_start integer,
  span_end integer,
  span_text text,
  similarity double precision,
  successor_id text,
  checked_at timestamptz(3) not null,
  constraint source_checks_pkey primary key (tenant, id),
  constraint source_checks_item_check check (num_nonnulls(memory_id, entity_id) = 1),
  constraint source_checks_state_check
    check (state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))
)

create index source_checks_entity_index on source_checks (tenant, entity_id, id) where entity_id is not null

create index source_checks_memory_index on source_checks (tenant, memory_id, id) where memory_id is not null

create index source_checks_successor_index on source_checks (tenant, successor_id) where successor_id is not null

alter table source_checks enable row level security, force row level security

-- What drifted is noted in a table of its own: an item that is written anew has an entry in each of its indexes.
create table source_drifts (
  id text not null,
  tenant text not null,
  memory_id text,
  entity_id text,
  state text not null,
  drifted_at timestamptz(3),
  constraint source_drifts_pkey primary key (tenant, id),
  constraint source_drifts_item_check check (num_nonnulls(memory_id, entity_id) = 1),
  constraint source_drifts_state_check
    check (state in ('UNKNOWN', 'UNCHANGED', 'MOVED', 'REWORDED', 'GONE', 'WITHDRAWN'))
)

create index source_drifts_entity_index on source_drifts (tenant, entity_id)

create index source_drifts_memory_index on source_drifts (tenant, memory_id)

alter table source_drifts enable row level security, force row level security

create table source_owner_rules (
  tenant text not null,
  revision integer not null,
  rules jsonb not null,
  set_by text not null,
  set_at timestamptz(3) not null,
  constraint source_owner_rules_pkey primary key (tenant)
)

alter table source_owner_rules enable row level security, force row level security

create table source_paths (
  id text not null,
  tenant text not null,
  project text not null,
  visibility_key text not null,
  path text not null,
  document_id text not null,
  owner_users text[] not null default '{}',
  owner_groups text[] not null default '{}',
  withdrawn_at timestamptz(3),
  changed_at timestamptz(3) not null,
  constraint source_paths_pkey primary key (tenant, id),
  constraint source_paths_key unique (tenant, project, visibility_key, path)
)

create index source_paths_document_index on source_paths (tenant, document_id)

alter table source_paths enable row level security, force row level security

-- Sections that a trace was given, and memories that a bundle delivered, as rows that an index finds: written with the
-- trace and with the receipt, whatever writes them.
create table source_readings (
  id text not null,
  tenant text not null,
  report_id text not null,
  document_id text,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  extractor_version text not null,
  read_sections int not null,
  unread_sections jsonb not null,
  model_sections jsonb default '{}' not null,
  constraint source_readings_pkey primary key (tenant, id),
  constraint source_readings_source_check check (num_nonnulls(document_id, source_id) = 1),
  constraint source_readings_source_kind_check check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index source_readings_document_index on source_readings (tenant, document_id, extractor_version)
  where document_id is not null

create index source_readings_report_index on source_readings (tenant, report_id, document_id)

alter table source_readings enable row level security, force row level security

create table trace_chunks (
  tenant text not null,
  chunk_id text not null,
  trace_id text not null,
  constraint trace_chunks_pkey primary key (tenant, chunk_id, trace_id)
)

create index trace_chunks_trace_index on trace_chunks (tenant, trace_id)

alter table trace_chunks enable row level security, force row level security

create table trace_subjects (
  tenant text not null,
  subject_id text not null,
  trace_id text not null,
  constraint trace_subjects_pkey primary key (tenant, subject_id, trace_id)
)

alter table trace_subjects enable row level security, force row level security

create table model_answers (
  tenant text not null,
  answer_key text not null,
  sealed text not null,
  answered_at timestamptz(3) not null,
  constraint model_answers_pkey primary key (tenant, answer_key)
)

create index model_answers_answered_index on model_answers (answered_at)

alter table model_answers enable row level security, force row level security

create table model_spending (
  tenant text not null,
  day text not null,
  source_id text not null,
  tokens double precision not null,
  cost double precision not null,
  stops int not null,
  constraint model_spending_pkey primary key (tenant, day, source_id)
)

create index model_spending_source_index on model_spending (tenant, source_id)

alter table model_spending enable row level security, force row level security

create table unembedded_items (
  tenant text not null,
  item_id text not null,
  memory_id text generated always as (case when starts_with(item_id, 'mem_') then item_id end) stored,
  entity_id text generated always as (case when starts_with(item_id, 'ent_') then item_id end) stored,
  attempts integer default 0 not null,
  due_at timestamptz(3) not null,
  constraint unembedded_items_pkey primary key (tenant, item_id),
  constraint unembedded_items_item_kind_check check (num_nonnulls(memory_id, entity_id) = 1)
)

create index unembedded_items_due_index on unembedded_items (due_at)

create index unembedded_items_memory_index on unembedded_items (tenant, memory_id) where memory_id is not null

create index unembedded_items_entity_index on unembedded_items (tenant, entity_id) where entity_id is not null

alter table unembedded_items enable row level security, force row level security

create table item_vectors (
  tenant text not null,
  item_id text not null,
  memory_id text generated always as (case when starts_with(item_id, 'mem_') then item_id end) stored,
  entity_id text generated always as (case when starts_with(item_id, 'ent_') then item_id end) stored,
  project text not null,
  model text null,
  dimension int not null,
  vector bytea null,
  made_at timestamptz(3) not null,
  written_order bigint default 0 not null,
  constraint item_vectors_pkey primary key (tenant, item_id),
  constraint item_vectors_item_kind_check check (num_nonnulls(memory_id, entity_id) = 1)
)

create index item_vectors_project_index on item_vectors (tenant, project, written_order)

create index item_vectors_order_index on item_vectors (tenant, written_order)

create index item_vectors_memory_index on item_vectors (tenant, memory_id) where memory_id is not null

create index item_vectors_entity_index on item_vectors (tenant, entity_id) where entity_id is not null

alter table item_vectors enable row level security, force row level security

create table unjudged_memories (
  tenant text not null,
  memory_id text not null,
  attempts integer default 0 not null,
  due_at timestamptz(3) not null,
  constraint unjudged_memories_pkey primary key (tenant, memory_id)
)

create index unjudged_memories_due_index on unjudged_memories (due_at)

alter table unjudged_memories enable row level security, force row level security

create table verification_readings (
  tenant text not null,
  interaction_id text not null,
  model text not null,
  recorded integer not null,
  read_at timestamptz(3) not null,
  constraint verification_readings_pkey primary key (tenant, interaction_id)
)

alter table verification_readings enable row level security, force row level security

create table votes (
  tenant text not null,
  memory_id text not null,
  user_id text not null,
  vote text not null,
  voted_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint votes_pkey primary key (tenant, memory_id, user_id, voted_at),
  constraint votes_vote_check check (vote in ('UP', 'DOWN'))
)

create unique index votes_present_key on votes (tenant, memory_id, user_id) where ended_at is null

alter table votes enable row level security, force row level security

create table waiting_statements (
  id text not null,
  tenant text not null,
  contributor text not null,
  audience text[] default '{}' not null,
  is_personal boolean default false not null,
  project text not null,
  report_id text not null,
  target_id text not null,
  visibility_key text not null,
  document_id text,
  source_id text,
  chunk_id text generated always as (case when starts_with(source_id, 'chk_') then source_id end) stored,
  interaction_id text generated always as (case when starts_with(source_id, 'int_') then source_id end) stored,
  rule text not null,
  content text not null,
  confidence double precision not null,
  rank double precision not null,
  reading jsonb not null,
  constraint waiting_statements_pkey primary key (tenant, id),
  constraint waiting_statements_source_kind_check
    check (source_id is null or num_nonnulls(chunk_id, interaction_id) = 1)
)

create index waiting_statements_document_index on waiting_statements (tenant, document_id) where document_id is not null

create index waiting_statements_rank_index on waiting_statements (tenant, target_id, visibility_key, rank desc, id)

create index waiting_statements_report_index on waiting_statements (tenant, report_id)

alter table waiting_statements enable row level security, force row level security

create table waves (
  id text not null,
  tenant text not null,
  project text not null,
  started_by text not null,
  started_at timestamptz(3) not null,
  extracted_at timestamptz(3),
  stopped_at timestamptz(3),
  resumed_at timestamptz(3),
  unread_since timestamptz(3),
  resumptions smallint default 0 not null,
  given_up_at timestamptz(3),
  is_of_service boolean default false not null,
  constraint waves_pkey primary key (tenant, id)
)

create index waves_project_index on waves (tenant, project, id)

create index waves_unread_index on waves (tenant, unread_since) where unread_since is not null

create index waves_given_up_index on waves (tenant, given_up_at, id) where given_up_at is not null

alter table waves enable row level security, force row level security

create table webhooks (
  id text not null,
  tenant text not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  projects text[] default '{}' not null,
  roles text[] not null,
  groups text[] default '{}' not null,
  state text not null,
  secret_version integer not null,
  previous_secret_until timestamptz(3),
  position bigint not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  constraint webhooks_pkey primary key (tenant, id),
  constraint webhooks_state_check check (state in ('ACTIVE', 'PAUSED', 'ENDED'))
)

alter table webhooks enable row level security, force row level security

create table webhook_deliveries (
  id text not null,
  tenant text not null,
  webhook_id text not null,
  sequence bigint not null,
  event_type text not null,
  event_at timestamptz(3) not null,
  target_id text not null,
  state text not null,
  attempts integer not null,
  due_at timestamptz(3) not null,
  failure text,
  http_status integer,
  constraint webhook_deliveries_pkey primary key (tenant, id),
  constraint webhook_deliveries_event_key unique (tenant, webhook_id, sequence),
  constraint webhook_deliveries_failure_check
    check (failure in ('STATUS', 'TIMEOUT', 'UNREACHABLE', 'PRIVATE_ADDRESS', 'UNREADABLE', 'INTERRUPTED')),
  constraint webhook_deliveries_state_check check (state in ('PENDING', 'DEAD'))
)

-- The oldest delivery about each target goes first.
create index webhook_deliveries_target_index on webhook_deliveries (tenant, webhook_id, target_id, sequence)
  where state = 'PENDING'

alter table webhook_deliveries enable row level security, force row level security

create table withdrawn_groups (
  tenant text not null,
  name text not null,
  user_key text not null,
  named_user text,
  set_by text not null,
  set_at timestamptz(3) not null,
  restored_at timestamptz(3) null,
  constraint withdrawn_groups_pkey primary key (tenant, name, user_key)
)

alter table withdrawn_groups enable row level security, force row level security

create table workflow_items (
  id text not null,
  tenant text not null,
  extraction_id text not null,
  idempotency_key text not null,
  routing_version text not null,
  status text not null,
  reason text not null,
  guardrail_flags text[] default '{}' not null,
  threshold double precision not null,
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  decision_note text,
  revision integer default 1 not null,
  was_rejected boolean default false not null,
  constraint workflow_items_pkey primary key (tenant, id),
  constraint workflow_items_key unique (tenant, idempotency_key),
  constraint workflow_items_reason_check
    check (reason in ('OK', 'LOW_CONFIDENCE', 'GUARDRAIL_REVIEW', 'GUARDRAIL_REJECTED', 'HUMAN')),
  constraint workflow_items_status_check check (status in ('AUTO_APPROVED', 'NEEDS_REVIEW', 'REJECTED', 'APPROVED'))
)

create index workflow_items_created_index on workflow_items (tenant, created_at, id)

create index workflow_items_decider_index on workflow_items (tenant, decided_by, decided_at)
  where decided_by is not null

create index workflow_items_extraction_index on workflow_items (tenant, extraction_id, created_at)

create index workflow_items_status_index on workflow_items (tenant, status, created_at, id)

alter table workflow_items enable row level security, force row level security

-- The tenant is in every foreign key: the database itself refuses a row that points to another tenant's row.

alter table audit_texts add constraint audit_texts_event_fkey foreign key (tenant, id)
  references audit_events (tenant, id)

alter table chunks add constraint chunks_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table comments add constraint comments_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table comments add constraint comments_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table contradictions add constraint contradictions_merged_fkey foreign key (tenant, merged_id)
  references memories (tenant, id)

alter table contradictions add constraint contradictions_newer_fkey foreign key (tenant, newer_id)
  references memories (tenant, id) on delete cascade

alter table contradictions add constraint contradictions_older_fkey foreign key (tenant, older_id)
  references memories (tenant, id) on delete cascade

alter table delivered_items add constraint delivered_items_receipt_fkey foreign key (tenant, receipt_id)
  references bundle_receipts (tenant, id)

alter table disputes add constraint disputes_counter_fkey foreign key (tenant, counter_id)
  references memories (tenant, id) on delete set null (counter_id)

alter table disputes add constraint disputes_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table documents add constraint documents_wave_fkey foreign key (tenant, wave_id) references waves (tenant, id)

alter table dropped_statements add constraint dropped_statements_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete set null (entity_id)

alter table dropped_statements add constraint dropped_statements_extraction_fkey foreign key (tenant, extraction_id)
  references extractions (tenant, id)

alter table dropped_statements add constraint dropped_statements_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete set null (memory_id)

alter table dropped_statements add constraint dropped_statements_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table entity_relations add constraint entity_relations_from_fkey foreign key (tenant, from_id)
  references graph_entities (tenant, id) on delete cascade

alter table entity_relations add constraint entity_relations_to_fkey foreign key (tenant, to_id)
  references graph_entities (tenant, id) on delete cascade

alter table evidence add constraint evidence_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table extraction_reports add constraint extraction_reports_extraction_fkey foreign key (tenant, extraction_id)
  references extractions (tenant, id)

alter table extraction_reports add constraint extraction_reports_chunk_fkey foreign key (tenant, chunk_id)
  references chunks (tenant, id)

alter table extraction_reports add constraint extraction_reports_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table extraction_reports add constraint extraction_reports_wave_fkey foreign key (tenant, wave_id)
  references waves (tenant, id)

alter table extractions add constraint extractions_chunk_fkey foreign key (tenant, chunk_id)
  references chunks (tenant, id)

alter table extractions add constraint extractions_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table extractions add constraint extractions_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table fingerprints add constraint fingerprints_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id)

alter table fingerprints add constraint fingerprints_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id)

alter table former_states add constraint former_states_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table former_states add constraint former_states_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table graph_entities add constraint graph_entities_chunk_fkey foreign key (tenant, chunk_id)
  references chunks (tenant, id)

alter table graph_entities add constraint graph_entities_extraction_fkey foreign key (tenant, extraction_id)
  references extractions (tenant, id)

alter table graph_entities add constraint graph_entities_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table graph_entities add constraint graph_entities_origin_fkey foreign key (tenant, graduated_from_id)
  references memories (tenant, id)

alter table graph_entities add constraint graph_entities_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table graph_entities add constraint graph_entities_successor_fkey foreign key (tenant, superseded_by_id)
  references graph_entities (tenant, id)

alter table label_decisions add constraint label_decisions_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table label_decisions add constraint label_decisions_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table memories add constraint memories_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table memories add constraint memories_extraction_fkey foreign key (tenant, extraction_id)
  references extractions (tenant, id)

alter table memories add constraint memories_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table memories add constraint memories_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table memories add constraint memories_successor_fkey foreign key (tenant, superseded_by_id)
  references memories (tenant, id) on delete set null (superseded_by_id)

alter table pathway_traces add constraint pathway_traces_parent_fkey foreign key (tenant, parent_trace_uid)
  references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_pathway_fkey foreign key (tenant, pathway_ref)
  references pathways (tenant, id)

alter table pathway_traces add constraint pathway_traces_root_fkey foreign key (tenant, root_trace_uid)
  references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_successor_fkey foreign key (tenant, superseded_by_trace_uid)
  references pathway_traces (tenant, trace_uid)

alter table pathway_traces add constraint pathway_traces_vector_fkey foreign key (tenant, vector_counts)
  references pathway_vectors (tenant, counts)

alter table project_state_versions add constraint project_state_versions_state_fkey foreign key (tenant, state_id)
  references project_state (tenant, id)

alter table quarantined_items add constraint quarantined_items_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table quarantined_items add constraint quarantined_items_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table quarantined_items add constraint quarantined_items_quarantine_fkey foreign key (tenant, quarantine_id)
  references quarantines (tenant, id)

alter table record_names add constraint record_names_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table revisions add constraint revisions_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id)

alter table revisions add constraint revisions_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id)

alter table sightings add constraint sightings_chunk_fkey foreign key (tenant, chunk_id) references chunks (tenant, id)

alter table sightings add constraint sightings_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id)

alter table sightings add constraint sightings_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table sightings add constraint sightings_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id)

alter table sightings add constraint sightings_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table source_changes add constraint source_changes_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table source_checks add constraint source_checks_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table source_checks add constraint source_checks_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table source_drifts add constraint source_drifts_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table source_drifts add constraint source_drifts_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table source_paths add constraint source_paths_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table trace_chunks add constraint trace_chunks_trace_fkey foreign key (tenant, trace_id)
  references pathway_traces (tenant, id)

alter table trace_subjects add constraint trace_subjects_trace_fkey foreign key (tenant, trace_id)
  references pathway_traces (tenant, id)

alter table unembedded_items add constraint unembedded_items_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table unembedded_items add constraint unembedded_items_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table item_vectors add constraint item_vectors_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table item_vectors add constraint item_vectors_entity_fkey foreign key (tenant, entity_id)
  references graph_entities (tenant, id) on delete cascade

alter table unjudged_memories add constraint unjudged_memories_memory_fkey foreign key (tenant, memory_id)
  references memories (tenant, id) on delete cascade

alter table verification_readings add constraint verification_readings_interaction_fkey
  foreign key (tenant, interaction_id) references interactions (tenant, id)

alter table votes add constraint votes_memory_fkey foreign key (tenant, memory_id) references memories (tenant, id)
  on delete cascade

alter table webhook_deliveries add constraint webhook_deliveries_webhook_fkey foreign key (tenant, webhook_id)
  references webhooks (tenant, id) on delete cascade

alter table workflow_items add constraint workflow_items_extraction_fkey foreign key (tenant, extraction_id)
  references extractions (tenant, id)

alter table source_readings add constraint source_readings_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table source_readings add constraint source_readings_chunk_fkey foreign key (tenant, chunk_id)
  references chunks (tenant, id)

alter table source_readings add constraint source_readings_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table source_readings add constraint source_readings_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

alter table waiting_statements add constraint waiting_statements_chunk_fkey foreign key (tenant, chunk_id)
  references chunks (tenant, id)

alter table waiting_statements add constraint waiting_statements_document_fkey foreign key (tenant, document_id)
  references documents (tenant, id)

alter table waiting_statements add constraint waiting_statements_interaction_fkey foreign key (tenant, interaction_id)
  references interactions (tenant, id)

alter table waiting_statements add constraint waiting_statements_report_fkey foreign key (tenant, report_id)
  references extraction_reports (tenant, id)

-- Grants. A viewer decides about items; the system role writes what a source gave. Nobody updates a source, a revision,
-- an audit event.

grant select on audit_heads to vouch_audit

grant insert on audit_events, audit_heads, audit_texts to vouch_audit

grant update on audit_heads to vouch_audit

grant select
  on audit_texts, chunks, comments, contradictions, delivered_items, disputes, documents, dropped_statements,
  entity_relations, evidence, extraction_reports, extractions, fingerprints, former_states, graph_entities,
  idempotency_keys, inbox_marks, interactions, item_counts, item_vectors, label_decisions, memories, model_answers,
  model_spending, pathway_states, pathway_traces, pathway_vectors, pathways, project_state, project_state_versions,
  quarantined_items, quarantines, record_names, revisions, sightings, source_changes, source_checks, source_paths,
  source_readings, trace_chunks, trace_subjects, unembedded_items, unjudged_memories, verification_readings, votes,
  waiting_statements, waves, workflow_items to vouch_erasure

grant insert on item_counts, quality_counts, unembedded_items, unjudged_memories to vouch_erasure

grant update
  on chunks, comments, contradictions, delivered_items, disputes, documents, dropped_statements, entity_relations,
  evidence, extraction_reports, extractions, former_states, graph_entities, idempotency_keys, inbox_marks, interactions,
  item_vectors, label_decisions, memories, pathway_states, pathway_traces, pathway_vectors, pathways, project_state,
  project_state_versions, quarantined_items, quarantines, revisions, sightings, source_changes, source_checks,
  source_paths, source_readings, trace_chunks, trace_subjects, unembedded_items, unjudged_memories,
  verification_readings, votes, waiting_statements, waves, workflow_items to vouch_erasure

grant delete
  on audit_texts, bundle_receipts, contradictions, delivered_items, dropped_statements, fingerprints, idempotency_keys,
  item_counts, model_answers, model_spending, record_names, trace_subjects, unembedded_items, unjudged_memories,
  waiting_statements to vouch_erasure

grant select
  on audit_heads, chunks, contradiction_classes, contradiction_counts, contradictions, documents, erased_wordings,
  evidence, extraction_reports, extractions, graph_entities, inbox_counts, inbox_entries, interactions, item_counts,
  item_names, item_vectors, known_users, label_policies, memories, pathway_traces, quality_counts, revisions, sightings,
  source_checks, source_drifts, source_owner_rules, source_paths, source_readings, unembedded_items, unjudged_memories,
  waiting_statements, waves, webhook_deliveries, webhooks, withdrawn_groups, workflow_items to vouch_index

grant insert, delete on contradiction_classes, contradiction_counts, inbox_counts, inbox_entries, quality_counts to
  vouch_index

grant insert on item_names to vouch_index

grant update on inbox_entries to vouch_index

grant select
  on audit_events, audit_heads, audit_texts, bundle_receipts, chunks, comments, contradiction_classes,
  contradiction_counts, contradictions, delivered_items, disputes, documents, domain_keywords, dropped_statements,
  erased_wordings, evidence, extraction_reports, extractions, fingerprints, former_states, graph_entities,
  idempotency_keys, inbox_counts, inbox_entries, inbox_marks, installation, intake_holds, interactions, item_counts,
  item_names, item_vectors, known_groups, known_users, label_decisions, label_policies, memories, model_answers,
  model_spending, pathway_states, pathway_traces, pathway_vectors, pathways, quality_counts, quarantined_items,
  quarantines, record_names, revisions, sightings, source_changes, source_checks, source_drifts, source_owner_rules,
  source_paths, source_readings, trace_chunks, trace_subjects, unembedded_items, unjudged_memories,
  verification_readings, votes, waiting_statements, waves, webhook_deliveries, webhooks, withdrawn_groups,
  workflow_items to vouch_system

grant insert
  on chunks, contradictions, delivered_items, documents, dropped_statements, erased_wordings, evidence,
  extraction_reports, extractions, fingerprints, former_states, graph_entities, idempotency_keys, interactions,
  item_counts, item_vectors, label_decisions, label_policies, memories, model_answers, model_spending, quality_counts,
  record_names, revisions, sightings, source_changes, source_checks, source_drifts, source_paths, source_readings,
  trace_chunks, unembedded_items, unjudged_memories, verification_readings, waiting_statements, waves,
  webhook_deliveries, workflow_items to vouch_system

grant update
  on graph_entities, idempotency_keys, item_vectors, memories, model_answers, model_spending, source_drifts,
  source_paths, unembedded_items, unjudged_memories, waves, webhook_deliveries, webhooks, workflow_items to vouch_system

grant delete on unembedded_items, unjudged_memories, waiting_statements, webhook_deliveries to vouch_system

grant update (embedding_model) on installation to vouch_system

grant select (embedding_model) on installation to vouch_erasure

grant update (visibility_key, claimed) on fingerprints to vouch_system

grant update (returned_at, kind, kind_given) on documents to vouch_system

grant update (yielded_at, routing_status, routing_reason) on extractions to vouch_system

grant update (finished_at, words_erased_at) on extraction_reports to vouch_system

grant update (verdict, decided_by, decided_at, document_id) on source_changes to vouch_system

-- A row lock needs the right to update.
grant update (rank) on waiting_statements to vouch_system

grant select
  on audit_events, audit_heads, audit_texts, bundle_receipts, chunks, comments, contradiction_classes,
  contradiction_counts, contradictions, delivered_items, disputes, documents, domain_keywords, dropped_statements,
  entity_relations, erased_wordings, evidence, extraction_reports, extractions, fingerprints, former_states,
  graph_entities, idempotency_keys, inbox_counts, inbox_entries, inbox_marks, installation, intake_holds, interactions,
  item_counts, item_names, item_vectors, known_groups, known_users, label_decisions, label_policies, memories,
  model_spending, pathway_states, pathway_traces, pathway_vectors, pathways, project_state, project_state_versions,
  quality_counts, quarantined_items, quarantines, record_names, revisions, sightings, source_changes, source_checks,
  source_drifts, source_owner_rules, source_paths, source_readings, trace_chunks, trace_subjects, unembedded_items,
  unjudged_memories, verification_readings, votes, waiting_statements, waves, webhook_deliveries, webhooks,
  withdrawn_groups, workflow_items to vouch_viewer

grant insert
  on bundle_receipts, comments, contradictions, delivered_items, disputes, domain_keywords, entity_relations, evidence,
  fingerprints, former_states, graph_entities, idempotency_keys, inbox_marks, intake_holds, item_counts, known_groups,
  known_users, label_decisions, memories, pathway_states, pathway_traces, pathway_vectors, pathways, project_state,
  project_state_versions, quality_counts, quarantined_items, quarantines, revisions, source_owner_rules, trace_chunks,
  trace_subjects, unembedded_items, unjudged_memories, votes, webhooks, withdrawn_groups to vouch_viewer

grant update
  on contradictions, domain_keywords, graph_entities, idempotency_keys, inbox_marks, intake_holds, memories,
  project_state, quarantined_items, quarantines, source_drifts, source_owner_rules, unembedded_items,
  unjudged_memories, webhook_deliveries, webhooks, withdrawn_groups to vouch_viewer

grant delete on fingerprints, graph_entities, memories, revisions, sightings, webhooks to vouch_viewer

grant update (unrelated_by, unrelated_at) on entity_relations to vouch_viewer

grant update (vote, ended_at) on votes to vouch_viewer

grant update (verdict, settled_by, settled_at, decision_note) on disputes to vouch_viewer

grant update (verdict, decided_by, decided_at, decision_note) on source_changes to vouch_viewer

grant update (visibility_key, claimed) on fingerprints to vouch_viewer

grant update (envelope, empty_buckets, imported_at) on pathway_states to vouch_viewer

grant update (superseded_at, superseded_by_trace_uid, replay_count, replays_succeeded, success_rate)
  on pathway_traces to vouch_viewer

grant update (retired, retired_at, replay_count, replays_succeeded, updated_at) on pathways to vouch_viewer

grant select
  on sequence chunks_written_order_seq, documents_written_order_seq, graph_entities_written_order_seq,
  interactions_written_order_seq, memories_written_order_seq to vouch_index
