-- A dropped statement leads to its extraction, where one is kept, and to the item that says the same.
alter table dropped_statements add column extraction_id text, add column memory_id text, add column entity_id text

alter table dropped_statements add constraint dropped_statements_duplicate_check check (num_nonnulls(memory_id, entity_id) <= 1)

alter table dropped_statements add constraint dropped_statements_extraction_fkey foreign key (tenant, extraction_id) references extractions(tenant, id)

alter table dropped_statements add constraint dropped_statements_memory_fkey foreign key (tenant, memory_id) references memories(tenant, id) on delete set null (memory_id)

alter table dropped_statements add constraint dropped_statements_entity_fkey foreign key (tenant, entity_id) references graph_entities(tenant, id) on delete set null (entity_id)

create index dropped_statements_memory_index on dropped_statements (tenant, memory_id) where memory_id is not null

create index dropped_statements_entity_index on dropped_statements (tenant, entity_id) where entity_id is not null
