/** A text that a person writes, with the names of the input's members that lead to it. */
export interface WrittenText {
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * Members of inputs that name something that is there, or choose one of a closed set: names stay, even where they are spelled as erased
 * words. Keys and categories of project state, files and classes of traces are free texts, and not among them.
 */
const naming: ReadonlySet<string> = new Set([
  ...['id', 'ids', 'idempotencyKey', 'traceUid', 'alsoErase', 'project', 'projects', 'audience', 'groups'],
  ...['labels', 'sensitivityLabels', 'anyLabel', 'allLabels', 'users', 'roles', 'notRoles', 'owner', 'tags'],
  ...['domain', 'keywords', 'path', 'paths', 'url', 'eventTypes', 'capturedIn', 'source', 'sourceUser'],
  ...['contributor', 'schemaName', 'extractorVersion', 'after', 'mode', 'to', 'addressee'],
  ...['kind', 'action', 'vote', 'verdict', 'decision', 'relation', 'detectionType', 'rejectionKind'],
  ...['errorPolicy', 'entityType', 'task', 'semanticFlags', 'guardrailFlags', 'field'],
]);
const isNaming = (member: string): boolean => naming.has(member) || /[a-z](?:Id|Ids)$/.test(member);

/** The texts of an input that are somebody's words, in its order: all of it but names. */
export const writtenTexts = (input: unknown, path: readonly string[] = []): WrittenText[] => {
  if (typeof input === 'string') return input === '' ? [] : [{ path, text: input }];
  if (input === null || typeof input !== 'object' || input instanceof Date) return [];
  return Object.entries(input).flatMap(([member, value]) =>
    isNaming(member) ? [] : writtenTexts(value, [...path, member]),
  );
};
