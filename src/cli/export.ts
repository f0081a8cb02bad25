import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { countRows, readExportLine } from '#persistence/tenant-export-lines.ts';
import { type ApiAddress, askPatiently, CommandFailed } from './api-client.ts';
import { report } from './report.ts';

const operation = `mutation ExportTenant($after: String) { exportTenant(input: { after: $after }) {
  ... on ExportTenantPayload { lines cursor } ... on UserError { code message } } }`;

interface Answer {
  readonly exportTenant:
    | { readonly lines: readonly string[]; readonly cursor: string | null }
    | { readonly code: string; readonly message: string };
}

/** The place after the last whole page of a file that was cut: bytes, and the cursor. Null: it has no whole page. */
const findPlace = async (file: string): Promise<{ bytes: number; after: string } | null> => {
  let bytes = 0;
  let place: { bytes: number; after: string } | null = null;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    bytes += Buffer.byteLength(text) + 1;
    // Rows are not parsed.
    const line = text.startsWith('{"after":') || text.startsWith('{"end":') ? readExportLine(text) : null;
    if (line !== null && 'end' in line)
      throw new CommandFailed(`The export ${file} is whole already: name another file.`);
    if (line !== null && 'after' in line) place = { bytes, after: line.after };
  }
  return place;
};

/** `vouch export`: the whole tenant in a file, page by page; a file that was cut is gone on with. */
export const exportTenant = async (address: ApiAddress, file: string, json: boolean): Promise<void> => {
  const place = existsSync(file) ? await findPlace(file) : null;
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'wx', 0o600);
  try {
    ftruncateSync(descriptor, place?.bytes ?? 0);
    let position = place?.bytes ?? 0;
    let after = place?.after ?? null;
    let ending: string | undefined;
    do {
      const { exportTenant: answer } = await askPatiently<Answer>(address, operation, { after });
      if ('code' in answer)
        throw new CommandFailed(
          answer.code === 'export.changed' ? `${answer.message} Remove ${file} first.` : answer.message,
        );
      const text = answer.lines.map((line) => `${line}\n`).join('');
      position += writeSync(descriptor, text, position);
      fsyncSync(descriptor);
      report(json, `${position} bytes`);
      ending = answer.lines.at(-1);
      after = answer.cursor;
    } while (after !== null);
    const end = readExportLine(ending ?? '');
    if (end === null || !('end' in end))
      throw new CommandFailed('The gateway ended the export without an end.');
    const rows = countRows(end);
    if (json)
      process.stdout.write(`${JSON.stringify({ file, rows, tables: end.rows, leftOut: end.leftOut })}\n`);
    else {
      process.stdout.write(
        `Exported ${rows} rows to ${file}: ${end.rows.memories ?? 0} memories, ${end.rows.graph_entities ?? 0} entities, ${end.rows.documents ?? 0} documents, ${end.rows.audit_events ?? 0} audit events.\n`,
      );
      for (const [table, count] of Object.entries(end.leftOut))
        process.stdout.write(`Left out: ${count} rows of ${table}.\n`);
    }
  } finally {
    closeSync(descriptor);
  }
};
