import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LabelledDocument, readLabelFile } from './label-file.ts';
import { type Half, localTexts } from './paths.ts';

export interface ReadableDocument extends LabelledDocument {
  readonly text: string;
}

export const readLabels = (half: Half): LabelledDocument[] => {
  const folder = join(import.meta.dirname, half);
  return globSync('*/*.json', { cwd: folder })
    .sort()
    .map((file) => readLabelFile(readFileSync(join(folder, file), 'utf8')));
};

/** The text of a document: from the repository, or from the folder of local texts; null when it is in neither. */
export const findText = (half: Half, { name, kind, sha256 }: LabelledDocument): string | null => {
  for (const folder of [join(import.meta.dirname, half, kind), join(localTexts, half)]) {
    const file = join(folder, `${name}.md`);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (createHash('sha256').update(text).digest('hex') !== sha256)
      throw new Error(
        `${file} is not the text that was labelled: its SHA-256 differs from the label file's.`,
      );
    return text;
  }
  return null;
};

export interface HalfDocuments {
  readonly readable: readonly ReadableDocument[];
  /** The names of those whose text is not here. */
  readonly missing: readonly string[];
}

export const readDocuments = (half: Half): HalfDocuments => {
  const readable: ReadableDocument[] = [];
  const missing: string[] = [];
  for (const document of readLabels(half)) {
    const text = findText(half, document);
    if (text === null) missing.push(document.name);
    else readable.push({ ...document, text });
  }
  return { readable, missing };
};
