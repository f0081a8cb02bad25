import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { isPrivateAddress, refusalOfReceiver } from '#application/webhooks/steps/receiver-address.ts';
import { decideNextAttempt, retryPauses } from '#domain/webhooks/attempts.ts';
import { webhookEventTypes } from '#domain/webhooks/event-types.ts';
import { secretOf, signedHeaders } from '#domain/webhooks/signing.ts';

describe('an address of a receiver', () => {
  test.for([
    ['https://hooks.example.com/vouch', null],
    ['https://hooks.example.com:8443/vouch?a=1', null],
    ['https://93.184.216.34/', null],
    ['https://[2606:2800:220:1::1]/', null],
    ['hooks.example.com', /no URL/],
    ['http://hooks.example.com/', /https/],
    ['ftp://hooks.example.com/', /https/],
    ['https://user:word@hooks.example.com/', /user or a password/],
    ['https://hooks.example.com/#part', /fragment/],
    ['https://localhost/', /private network/],
    ['https://vouch.internal/', /private network/],
    ['https://printer.local./', /private network/],
    ['https://127.0.0.1/', /private network/],
    ['https://2130706433/', /private network/],
    ['https://0x7f.1/', /private network/],
    ['https://10.1.2.3/', /private network/],
    ['https://169.254.169.254/latest/meta-data', /private network/],
    ['https://168.63.129.16/machine', /private network/],
    ['https://metadata.google.internal/', /private network/],
    ['https://gateway.home.arpa/', /private network/],
    ['https://[::1]/', /private network/],
    ['https://[::ffff:127.0.0.1]/', /private network/],
    ['https://[fd00::1]/', /private network/],
    ['https://[64:ff9b::7f00:1]/', /private network/],
  ] as const)('%s is judged by its form', ([address, refusal]) => {
    const found = refusalOfReceiver(address, false);
    if (refusal === null) expect(found).toBeNull();
    else expect(found).toMatch(refusal);
  });

  test('may be private and without TLS where the operator says so', () => {
    expect(refusalOfReceiver('http://127.0.0.1:8080/', true)).toBeNull();
    expect(refusalOfReceiver('ftp://127.0.0.1/', true)).not.toBeNull();
  });

  test.for([
    ['8.8.8.8', false],
    ['100.63.255.255', false],
    ['100.64.0.1', true],
    ['172.15.0.1', false],
    ['172.31.255.255', true],
    ['192.168.1.1', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['168.63.129.16', true],
    ['168.63.129.17', false],
    ['100.100.100.200', true],
    ['192.0.0.192', true],
    ['::ffff:168.63.129.16', true],
    ['64:ff9b::a83f:8110', true],
    ['64:ff9b:1::a9fe:a9fe', true],
    ['2001:0:a83f:8110::1', true],
    ['2002:a9fe:a9fe::1', true],
    ['fd00:ec2::254', true],
    ['fd20:ce::254', true],
    ['::', true],
    ['2a00:1450::1', false],
    ['fe80::1', true],
    ['ff02::1', true],
    ['2002:7f00:1::', true],
    ['2001:db8::1', true],
    ['no address', true],
  ] as const)('%s is private: %s', ([address, expected]) => {
    expect(isPrivateAddress(address)).toBe(expected);
  });
});

describe('attempts', () => {
  const now = new Date('2026-03-01T09:00:00.000Z');
  const pauseAfter = (attempts: number, asked: number | null = null) => {
    const next = decideNextAttempt(attempts, now, asked);
    return next === null ? null : next.getTime() - now.getTime();
  };

  test('are made at growing distances, the last of them after more than three days', () => {
    expect(retryPauses.map((_pause, place) => pauseAfter(place + 1))).toEqual(retryPauses);
    expect([...retryPauses].sort((a, b) => a - b)).toEqual(retryPauses);
    expect(retryPauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(3 * 86_400_000);
    expect(pauseAfter(retryPauses.length + 1)).toBeNull();
  });

  test('wait as long as the receiver asks for, up to a day, and never shorter than without it', () => {
    expect(pauseAfter(1, 60_000)).toBe(60_000);
    expect(pauseAfter(2, 1_000)).toBe(pauseAfter(2));
    expect(pauseAfter(1, 10 * 86_400_000)).toBe(86_400_000);
  });
});

describe('a signature', () => {
  const key = 'the key of a store';
  const secretBefore = secretOf(key, { id: 'whk_1', secretVersion: 1 });
  const secret = secretOf(key, { id: 'whk_1', secretVersion: 2 });
  const body = '{"type":"memory.promoted"}';
  const headers = signedHeaders([secret, secretBefore], 'whd_1', new Date(), body);

  test.for([
    ['new', secret],
    ['former', secretBefore],
  ] as const)('is accepted by the reference library under the %s secret', ([, accepted]) => {
    expect(new Webhook(accepted).verify(body, headers)).toEqual({ type: 'memory.promoted' });
  });

  test.for([
    ['another webhook', secretOf(key, { id: 'whk_2', secretVersion: 2 }), body, headers],
    ['another body', secret, '{}', headers],
    ['another id', secret, body, { ...headers, 'webhook-id': 'whd_2' }],
    ['an old attempt', secret, body, signedHeaders([secret], 'whd_1', new Date(0), body)],
  ] as const)('is refused by the reference library for %s', ([, given, sent, sentHeaders]) => {
    expect(() => new Webhook(given).verify(sent, sentHeaders)).toThrow();
  });
});

test('a deletion is no event, since nobody sees its target', () => {
  expect(webhookEventTypes.filter((type) => type.endsWith('.deleted'))).toEqual([]);
  expect(webhookEventTypes).toEqual(expect.arrayContaining(['memory.promoted', 'contradiction.detected']));
});
