import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type DecodedText, decodeText } from './decode-text.ts';

/** A document as the gateway takes it. */
export interface ReadDocument {
  readonly path: string;
  readonly content: string;
  /** The file's own date; null where it lies in the future. */
  readonly updatedAt: string | null;
}

export type ReadFile =
  | {
      readonly document: ReadDocument;
      readonly encoding: Extract<DecodedText, { text: string }>['encoding'];
    }
  | { readonly path: string; readonly refusal: string };

/** The largest file, in bytes, that any gateway takes in one call; a larger one is not read. */
const mostBytes = 6 * 1_048_576;

/** Reads a file below a folder, or says why not. */
export const readDocument = async (folder: string, path: string): Promise<ReadFile> => {
  const refuse = (refusal: string): ReadFile => ({ path, refusal });
  const file = await open(join(folder, path)).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) return refuse(`It cannot be opened (${file.code ?? file.message}).`);
  try {
    const { size, mtime } = await file.stat();
    if (size > mostBytes) return refuse(`It has ${size} bytes; at most ${mostBytes} are sent. Split it.`);
    const decoded = decodeText(await file.readFile());
    if ('refusal' in decoded) return refuse(decoded.refusal);
    const updatedAt = mtime.getTime() > Date.now() ? null : mtime.toISOString();
    return { document: { path, content: decoded.text, updatedAt }, encoding: decoded.encoding };
  } catch (error) {
    return refuse(
      `It cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    );
  } finally {
    await file.close();
  }
};
