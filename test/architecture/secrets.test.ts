import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSecretTokens } from '#domain/labels/detectors/secret-token.ts';
import { projectTexts } from './project-texts.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Places of keys, tokens and addresses with a password that are made up or published as examples. */
const madeUp = [
  'bench/detectors.ts',
  'bench/pathways.ts',
  'src/domain/labels/detectors/email.ts',
  'test/domain/labels/detectors.test.ts',
  'test/domain/labels/secret-token.test.ts',
  'test/domain/pathways/redaction.test.ts',
  'test/domain/webhooks/webhooks.test.ts',
  'test/operations/pathways/pathways.test.ts',
  'test/support/databases.ts',
  'test/support/pathway-state.ts',
];

test('no text of the project holds a key, a token or a password, but those that are made up', () => {
  const holding = projectTexts(root).filter(
    (path) => findSecretTokens(readFileSync(join(root, path), 'utf8')).length > 0,
  );
  expect(holding.toSorted()).toEqual(madeUp);
});
