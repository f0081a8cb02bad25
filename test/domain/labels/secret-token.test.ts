import { describe, expect, test } from 'vitest';
import { findCards } from '#domain/labels/detectors/card.ts';
import { findEmails } from '#domain/labels/detectors/email.ts';
import { findSecretTokens } from '#domain/labels/detectors/secret-token.ts';

const found = (text: string): string[] =>
  findSecretTokens(text).map(({ start, end }) => text.slice(start, end));
const random = 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5';
const body = 'MIIEowIBAAKCAQEAx7nq2K9L0mF3p8sT1uV4wX6yZ8aB0cD2eF4gH6iJ8kL0mN2o';

describe('secrets are found as they are written', () => {
  test.for<readonly [vendor: string, token: string]>([
    ['GitLab', `glpat-${random.slice(0, 20)}`],
    ['Stripe', `rk_test_${random.slice(0, 24)}`],
    ['Stripe, for webhooks', `whsec_${random.slice(0, 32)}`],
    ['npm', `npm_${random}`],
    ['Hugging Face', `hf_${random.slice(0, 34)}`],
    ['a workflow of Slack', `hooks.slack.com/workflows/T01234567/B01234567/${random.slice(0, 24)}`],
    ['a private key', `-----BEGIN EC PRIVATE KEY-----\n${body}\n-----END EC PRIVATE KEY-----`],
    ['a private key in one line', `-----BEGIN PRIVATE KEY-----\\n${body}\\n-----END PRIVATE KEY-----`],
    ['a connection string', 'mongodb+srv://pier:r0pe-7x@cluster.example.net'],
    ['a connection string without a user', 'redis://:r0pe-7x@cache.example.net:6379'],
  ])('%s', ([, token]) => expect(found(`It is ${token} there.`)).toEqual([token]));

  test.for([`token%3Dghp_${random}`, `token%3dghp_${random}`, `a\\nghp_${random}`])(
    'behind an escape: %s',
    (text) => expect(found(text)).toEqual([`ghp_${random}`]),
  );
});

describe('what only looks like a secret is none', () => {
  test.for<readonly [why: string, text: string]>([
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`],
    ['the head of a key alone', 'It begins with -----BEGIN PRIVATE KEY-----, and ends the same way.'],
    ['a password that stands for one', 'postgres://user:password@db.example.net/pier'],
    ['a variable for a password', 'postgres://user:$PASSWORD@db.example.net/pier'],
    ['an address with a port', 'https://db.example.net:5432/ada@example.net'],
    ['words behind a prefix', 'npm_config_registry, hf_home and glpat-yes'],
    ['a longer word', `xghp_${random}`],
  ])('%s', ([, text]) => expect(found(text)).toEqual([]));
});

test('a card may stand behind a year, and behind no other group of four', () => {
  const cards = (text: string) => findCards(text).map(({ start, end }) => text.slice(start, end));
  expect(cards('paid 2027 5500 0000 0000 0004 today')).toEqual(['5500 0000 0000 0004']);
  expect(cards('row 7777 5500 0000 0000 0004 end')).toEqual([]);
});

test('letters of both sizes end no address of mail', () => {
  expect(findEmails('x 7K@AB.QwzR y')).toEqual([]);
  expect(findEmails('x Ada@Example.COM y')).toEqual([{ start: 2, end: 17 }]);
});
