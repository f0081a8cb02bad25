import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { hasUnseen } from '#domain/input/unseen.ts';

/** UTF-16 code units. */
export const maxPathLength = 1024;

const refusal = (why: string, path: readonly string[]) =>
  new DomainError(
    'input.invalid',
    `The path of a document ${why}. Send it relative to the project, as in "docs/decisions/0001.md".`,
    path,
  );

/**
 * Throws `input.invalid` for what is not a relative POSIX path in its canonical form: it starts at no root, uses no
 * backslash, and none of its segments is empty, `.` or `..`.
 */
export const assertDocumentPath = (documentPath: string, path: readonly string[] = ['path']): void => {
  assertStorableText(documentPath, { name: 'The path of a document', path, min: 1, max: maxPathLength });
  const refuse = (why: string) => refusal(why, path);
  if (documentPath.startsWith('/')) throw refuse('starts with a slash');
  if (documentPath.includes('\\')) throw refuse('contains a backslash');
  const segments = documentPath.split('/');
  if (segments.includes('..')) throw refuse('leaves its folder by ".."');
  if (segments.includes('.') || segments.includes('')) throw refuse('has an empty or "." segment');
};

/** Throws `input.invalid` for a path that may look the same as another: it would be a source beside that, of another owner. */
export const assertDistinctPath = (documentPath: string, path: readonly string[] = ['path']): void => {
  if (hasUnseen(documentPath)) throw refusal('has characters that nobody sees', path);
};
