import { createHash } from 'node:crypto';
import { join } from 'node:path';

export const halves = ['development', 'held-out'] as const;
export type Half = (typeof halves)[number];

/** The name alone decides a document's half, so that adding one moves no other. */
export const halfOf = (name: string): Half =>
  (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 1 ? 'development' : 'held-out';

/** Texts that are not part of the repository: a folder for each half. */
export const localTexts = process.env.QUALITY_TEXTS ?? join(import.meta.dirname, 'texts');
