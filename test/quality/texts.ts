import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocuments, readLabels } from './documents.ts';
import type { Source } from './label-file.ts';
import { halves, localTexts } from './paths.ts';

/**
 * Writes the texts that are not in the repository, from clones of their collections, into the folder of local texts.
 * `node test/quality/texts.ts FOLDER`: FOLDER/owner/name is a clone, bare or not, that has the commit of the label file.
 */

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the clones.');

const excerpt = (text: string, { lines }: Source): string => {
  if (lines === undefined) return `${text.trimEnd()}\n`;
  const [first = 1, last = first] = lines.split('-').map(Number);
  return `${text
    .split('\n')
    .slice(first - 1, last)
    .join('\n')
    .trimEnd()}\n`;
};

for (const half of halves) {
  const missing = new Set(readDocuments(half).missing);
  for (const { name, source, sha256 } of readLabels(half).filter((document) => missing.has(document.name))) {
    const clone = join(folder, source.collection);
    if (!existsSync(clone)) {
      process.stdout.write(`${name}: no clone at ${clone}\n`);
      continue;
    }
    const whole = execFileSync('git', ['-C', clone, 'show', `${source.commit}:${source.path}`], {
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    });
    // Some were labelled with the empty lines at their end.
    const text = [excerpt(whole, source), whole].find(
      (candidate) => createHash('sha256').update(candidate).digest('hex') === sha256,
    );
    if (text === undefined) {
      process.stdout.write(
        `${name}: left out, the text at ${source.path} is not the one that was labelled\n`,
      );
      process.exitCode = 1;
      continue;
    }
    mkdirSync(join(localTexts, half), { recursive: true });
    writeFileSync(join(localTexts, half, `${name}.md`), text);
    process.stdout.write(`${name}: written\n`);
  }
}
