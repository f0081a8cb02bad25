import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';

/** Scripts whose words are written with joiners. */
const joining = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Characters that nobody sees, but for those within an emoji and the joiners of a script that has them. */
const unseen = new RegExp(
  `(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?|[${joining}](?=[\\u200C\\u200D]))[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`,
  'u',
);

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
  if (unseen.test(documentPath)) throw refusal('has characters that nobody sees', path);
};
