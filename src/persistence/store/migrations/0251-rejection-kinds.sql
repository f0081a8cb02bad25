-- Why a reviewer rejected, as a closed set beside the words.
alter table "memories" add "rejection_kind" text null, add constraint "memories_rejection_kind_check" check (rejection_kind in ('NO_STATEMENT', 'WRONG_WORDING', 'WRONG_TYPE', 'NOT_TRUE', 'OUT_OF_DATE', 'DUPLICATE', 'NOT_RELEVANT', 'OTHER'))

alter table "graph_entities" add "rejection_kind" text null, add constraint "graph_entities_rejection_kind_check" check (rejection_kind in ('NO_STATEMENT', 'WRONG_WORDING', 'WRONG_TYPE', 'NOT_TRUE', 'OUT_OF_DATE', 'DUPLICATE', 'NOT_RELEVANT', 'OTHER'))
