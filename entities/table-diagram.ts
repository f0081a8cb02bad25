import { tables } from './index.ts';
import { relations } from './table-relations.ts';

/** The end of a line in a diagram: none or many rows at the reference, one or none or one at its target. */
const line = (isNullable: boolean): string => (isNullable ? 'o|--o{' : '||--o{');

const edges = relations.map(
  ({ from, column, table, isNullable }) => `  ${table} ${line(isNullable)} ${from} : ${column}`,
);

const rows = tables.map(({ meta }) => {
  const name = String(meta.tableName);
  const own = relations.filter(({ from }) => from === name);
  const listed = (isFollowing: boolean) =>
    own
      .filter(({ onDelete }) => (onDelete === 'cascade') === isFollowing)
      .map(({ column, table }) => `${column} → ${table}`)
      .join(', ');
  return `| ${name} | ${Object.keys(meta.properties).length} | ${listed(true)} | ${listed(false)} |`;
});

/** The tables of the store with their references, as `entities/` declares them: docs/data-model.md. */
export const tableDiagram = (): string => `# Data model

Printed from \`entities/\` by \`npm run tables:print\`. Every table has a tenant, and every reference leads from (tenant, column) to a key
of the same tenant, so that the database refuses a row that points to another tenant's.

\`\`\`mermaid
erDiagram
${edges.join('\n')}
\`\`\`

A row is deleted with the row that a reference of the first kind points to. A row that a reference of the second kind points to is not deleted
while the reference stands; \`superseded_by_id\` of a memory and the links of a dropped statement become null instead.

| table | columns | deleted with | refers to |
|---|---|---|---|
${rows.join('\n')}
`;
