import { errorCodes } from '#domain/error-codes.ts';
import { topLevelErrorCodes } from '#server/operations/public-errors.ts';

const table = (codes: Readonly<Record<string, string>>): string =>
  [
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
  ].join('\n');

/** `docs/errors.md`, printed from the tables of codes. */
export const errorCatalogue = (): string => `# Errors

This page is printed by \`npm run errors:print\` from \`src/domain/error-codes.ts\` and \`src/server/operations/public-errors.ts\`. Do not edit it by hand.

## Refusals of mutations

An expected refusal is data. Every mutation answers with its payload or with \`UserError { code reason kind message path }\`. \`code\`
is stable, \`reason\` is the same as an enum (upper case, \`_\` for \`.\`), \`kind\` its family. \`message\` says what happened and what to do; it never quotes another item. \`path\` names the part of the input.

${table(errorCodes)}

## Top-level errors

They stand in \`errors[].extensions.code\`. What has no code here is masked as \`INTERNAL_SERVER_ERROR\`.

${table(topLevelErrorCodes)}
`;
