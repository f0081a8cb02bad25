import './audit-event.ts';
import './candidate.ts';
import './chunk.ts';
import './document.ts';
import './entity.ts';
import './extraction.ts';
import './extraction-report.ts';
import './ingestion-wave.ts';
import './interaction.ts';
import './memory.ts';
import './revision.ts';
import './user-error.ts';
import './viewer.ts';
import './workflow-item.ts';
import './mutations/create-memory.ts';
import './mutations/edit-memory.ts';
import './mutations/extract-interaction.ts';
import './mutations/extract-wave.ts';
import './mutations/ingest-documents.ts';
import './mutations/promote-memory.ts';
import './mutations/re-extract-memory.ts';
import './mutations/record-interaction.ts';
import './mutations/reject-memory.ts';
import './mutations/return-memory-to-candidate.ts';
import { builder } from './builder.ts';

/** The one schema, made of every file that this one loads. */
export const schema = builder.toSchema();
