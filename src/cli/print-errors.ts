import { writeFileSync } from 'node:fs';
import { errorCatalogue } from './error-catalogue.ts';

/** `npm run errors:print`: writes the catalogue of errors that clients hold. */
writeFileSync(new URL('../../docs/errors.md', import.meta.url), errorCatalogue());
