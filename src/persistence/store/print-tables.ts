import { writeFileSync } from 'node:fs';
import { tableDiagram } from '#entities/table-diagram.ts';

/** `npm run tables:print`: writes the tables and their references. */
writeFileSync(new URL('../../../docs/data-model.md', import.meta.url), tableDiagram());
