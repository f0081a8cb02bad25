import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuers, passesLuhn } from '#domain/labels/detectors/card.ts';
import { escapeHiddenText, omitHiddenText } from '#domain/labels/detectors/hidden-text.ts';
import { foldText } from '#domain/labels/folded-text.ts';
import { suggestableLabels } from '#domain/labels/labels.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { cpuMilliseconds, propertyRuns, testSize } from '#test/support/property-runs.ts';

const found = (label: string, text: string): string[] =>
  (suggestableLabels.find((detected) => detected.label === label)?.find(text) ?? []).map(({ start, end }) =>
    text.slice(start, end),
  );
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

describe('risk.hidden_text', () => {
  test.for([
    ['tag characters', 'fine\u{E0069}\u{E0067}\u{E006E}', '\u{E0069}\u{E0067}\u{E006E}'],
    ['a control of direction', 'safe \u202Eelif\u202C', '\u202E'],
    ['an isolate', 'a\u2066b', '\u2066'],
    ['zero-width characters in a row', 'a\u200b\u200c\u200bb', '\u200b\u200c\u200b'],
    ['one zero-width character within a word', 'the pass\u200bword', '\u200b'],
    ['one within a number', '12\u206034', '\u2060'],
    ['variation selectors in a row', 'a\uFE00\u{E0101}b', '\uFE00\u{E0101}'],
    ['a terminal escape', 'red \u001b[31mtext', '\u001b'],
    ['a control of C1', 'a\u009b31m', '\u009b'],
  ] as const)('%s', ([, text, span]) => {
    expect(found('risk.hidden_text', text)[0]).toBe(span);
    const shown = escapeHiddenText(text);
    expect(found('risk.hidden_text', shown)).toEqual([]);
    const [first = ''] = span;
    expect(shown).toContain(`\\u{${first.codePointAt(0)?.toString(16).toUpperCase()}}`);
    expect(found('risk.hidden_text', omitHiddenText(text))).toEqual([]);
    expect(omitHiddenText(text)).toContain(`[${[...span].length} hidden character`);
  });
  test.for([
    'lines\r\nand\ttabs',
    'family \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    'a heart \u2764\uFE0F\u200D\u{1F525}',
    'می\u200cخواهم',
    'ภาษา\u200bไทย',
    'at the end\u200b of a word',
    'Wales \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
  ])('not %j', (text) => {
    expect(found('risk.hidden_text', text)).toEqual([]);
    expect([escapeHiddenText(text), omitHiddenText(text)]).toEqual([text, text]);
  });
});

describe('pii.email', () => {
  test.for([
    'alice@example.com',
    'bob.smith+tag@mail.example.co.uk',
    "o'brien@example.ie",
    'müller@example.de',
    'почта@пример.рф',
    'bob%40example.com',
    '"john doe"@example.com',
    'ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'al\u200bice@exam\u00adple.com',
    'alice&#64;example.com',
    'alice&commat;example&#x2e;com',
    'root@db.internal',
    'user@8.8.example.com',
    'user@10.0.0.5.nip.io',
    'a@v1.2.example.com',
    'x@2.0.dev.example.org',
  ])('%s', (address) => {
    expect(found('pii.email', address)).toEqual([address]);
    expect(found('pii.email', `Write to <${address}>, please.`)).toEqual([address]);
    expect(found('pii.email', `联系${address}`).join()).toContain(
      address.replace(/^.*(?=@)/, '').slice(0, 4),
    );
  });
  test('its borders are decided: other writing around it is not of it', () => {
    expect(found('pii.email', '联系alice@example.com请')).toEqual(['alice@example.com']);
    expect(found('pii.email', 'a@b.co.c@d.co')).toHaveLength(2);
  });
  test.for([
    'lodash@4.17.21',
    'root@10.0.0.5',
    'vite@6.0.0-beta.rc',
    'core@5.3.0.RELEASE.jre',
    'pi@3.14.dev',
    'icon@2x.png',
    'git@github.com:org/repo.git',
    'https://user:word@host.com/x',
    'w@np.array(1)',
    'imports@env.await_all',
    '@user said',
    'user@localhost',
    'a @ b.com',
    'getty@tty1.service',
    'sha256@9f86d08',
  ])('not %s', (text) => {
    expect(found('pii.email', text)).toEqual([]);
  });
});

describe('pii.phone', () => {
  test.for([
    '+1 415 555 0199',
    '+14155550199',
    '+44 20 7946 0958',
    '+447700900123',
    '+49 (0)30 1234567',
    '+33 6 12 34 56 78',
    '+81-3-1234-5678',
    '0049 30 1234567',
    '00 44 20 7946 0958',
    '00 44 (0)20 7946 0958',
    '00 353 87 123 4567',
    '(00) 44 20 7946 0958',
    '00-44-20-7946-0958',
    '+ 44 20 7946 0958',
    '(+44) 20 7946 0958',
    '+1.4155550199',
    '(202) 555-0143',
    '202-555-0143',
    '202.555.0143',
    '555-123-4567',
    '1-800-555-1234',
    '020 7946 0958',
    '07700 900123',
    '087 123 4567',
    '01 23 45 67 89',
    '030/1234567',
    '91 123 45 67',
    '612 345 678',
    '347 123 4567',
    '06 6982 1234',
    '06-12345678',
    '0470 12 34 56',
    '0664 1234567',
    '044 668 18 00',
    '036807 29588',
    '02 401149',
    '01 601221504',
    '09182 788',
    '0412 345 678',
    '＋１ ４１５ ５５５ ０１９９',
    '+1\u00a0415\u00a0555\u00a00199',
    '+1 415\u2011555\u20110199',
  ])('%s', (phone) => {
    expect(found('pii.phone', phone)).toEqual([phone]);
    expect(found('pii.phone', `Call ${phone}, or write.`)).toEqual([phone]);
  });
  test('several in a row are several', () => {
    expect(found('pii.phone', '202-555-0143/202-555-0144')).toEqual(['202-555-0143', '202-555-0144']);
    expect(found('pii.phone', '+1 202-555-0143 +44 20 7946 0958')).toHaveLength(2);
  });
  test.for([
    '2024-01-02 03:04:05',
    '192.168.1.100',
    '01.02.2024',
    '1700000000000',
    '550e8400-e29b-41d4-a716-446655440000',
    '978-0-306-40615-7',
    '0-306-40615-2',
    '123-45-6789',
    '12,345,678',
    '100 200 300',
    '40.7128 74.0060',
    '555-0100',
    '+1000000 users',
    'DE89 3704 0044 0532 0130 00',
    '4111 1111 1111 1111',
    'order 1234567890123456',
    'v1.2.3',
    '09:30-17:00',
    '2 000 000 000',
    '01-02-2024',
    '08.12.2024 09:30',
    '07 12 2024',
    '00123 456',
    '0.1234 56789',
    'a0 8b 28 3f 01 00 00 00 50 32',
    '00 00 00 00 00',
    '00 12 34 56 78',
    '12 + 44 20 7946 0958',
    '078-05-1120',
    '078 05 1120',
    'SSN is 046 454 286',
    'national id 044 668 18 00',
    '059.913868 010.752245',
    '059.913868, 010.752245',
    'latitude: 059.913868',
    '+59.9139 +10.7522',
    '02 21 07 48 51 24',
  ])('not %s', (text) => {
    expect(found('pii.phone', text)).toEqual([]);
  });
});

describe('financial.card', () => {
  test.for([
    '4111111111111111',
    '4111-1111-1111-1111',
    '4111 1111 1111 1111',
    '5500 0000 0000 0004',
    '2223003122003222',
    '378282246310005',
    '3782 822463 10005',
    '30569309025904',
    '6011111111111117',
    '3530111333300000',
    '6200000000000005',
    '４１１１ １１１１ １１１１ １１１１',
    '4111\u200b1111\u200b1111\u200b1111',
  ])('%s', (card) => {
    expect(found('financial.card', card)).toEqual([card]);
    expect(found('financial.card', `Card ${card} 12/25`)).toEqual([card]);
  });
  test('every issuer has lengths from 13 to 19', () => {
    for (const { lengths } of issuers)
      for (const length of lengths) expect(length >= 13 && length <= 19).toBe(true);
    // The usual example of the algorithm, and numbers that card schemes publish for tests.
    const valid = [
      '79927398713',
      '4111111111111111',
      '5555555555554444',
      '378282246310005',
      '6011111111111117',
    ];
    for (const number of valid)
      for (const last of '0123456789')
        expect(passesLuhn(number.slice(0, -1) + last), number).toBe(number.endsWith(last));
  });
  test.for([
    '4111 1111 1111 1112',
    '1234567890123452',
    '0000000000000000',
    '1700000000000000',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    'x4111111111111111',
    '41111111111111111111111111',
  ])('not %s', (text) => {
    expect(found('financial.card', text)).toEqual([]);
  });
});

describe('secret.token', () => {
  test.for([
    'AKIAIOSFODNN7EXAMPLE',
    `sk-${'abcdefghijklmnopqrst'}`,
    `sk-proj-${'Ab1_'.repeat(10)}`,
    `AIza${'a'.repeat(35)}`,
    `ghp_${'a1'.repeat(18)}`,
    `github_pat_${'a'.repeat(22)}_${'b'.repeat(59)}`,
    `ghs_123456_${jwt}`,
    `xapp-1-A0123ABCDEF-1234567890123-${'a1b2c3d4'.repeat(8)}`,
    `xapp-1-A0123ABCDEF-1234567890123-${'kQ7z'.repeat(6)}`,
    'xoxb-123456789012-abcdefghij',
    jwt,
  ])('%s', (token) => {
    expect(found('secret.token', token)).toEqual([token]);
    expect(found('secret.token', `key=${token}; done`)).toEqual([token]);
  });
  test.for([
    'sk-learn-pipeline-classifier',
    'sk-proj-management-for-everyone',
    'sk-ProjectManagementOfficeHandbook',
    'xoxb-this-is-only-a-word-list',
    'ghs_installation_token_lifetime_in_seconds_is_3600',
    'github_pat_configuration_for_repository_owners',
    'ya29.discussion-of-token-formats',
    'ASIAPACIFICREGIONALS',
    'xapp-1-of-many-applications',
    'task-abcdefghijklmnopqrstuvwxyz',
    'AKIA is a prefix',
    'eyJub3QiOiJhIn0.abcdef.ghijkl',
    'ghp_tooshort',
    `${'9f86d081884c7d65'.repeat(4)}`,
  ])('not %s', (text) => {
    expect(found('secret.token', text)).toEqual([]);
  });
});

test('spans are in order, do not overlap, and lie within the text, whatever it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.constantFrom(
      'alice@example.com',
      '+1 415 555 0199',
      '4111111111111111',
      '\u200b',
      '＠',
      ' ',
      jwt,
      '٠١٢',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      for (const { find } of suggestableLabels) {
        let last = 0;
        for (const { start, end } of find(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        }
      }
    }),
    { numRuns: propertyRuns(300, 30) },
  );
});

test('foreign digits are folded to their value', () => {
  expect(foldText('٠١٢٣٤٥٦٧٨٩').text).toBe('0123456789');
  expect(foldText('𝟜𝟙').text).toBe('41');
});

test.for([
  '@',
  'a@',
  '"@',
  'eyJ',
  'a.eyJ',
  '1 ',
  '+1',
  '4111 ',
  '1(',
  '(0',
  'sk-',
  'xapp-1-',
  'xapp-1-A0123ABCDEF-123456-',
  '59.913868, ',
  '00 ',
  '+ ',
  '@8.',
  'ghs_',
  'xoxb-',
  '020 7946 095 ',
  'a.',
  'é',
  '://a',
  'aws_secret_key = ',
])('time is linear on repeated %j', (unit) => {
  const cost = (length: number): number => {
    const text = unit.repeat(length / unit.length);
    return cpuMilliseconds(() => {
      for (const { find } of suggestableLabels) find(text);
    });
  };
  cost(testSize(10_000));
  // Ten times the text in a hundred times the time would be quadratic; machines are noisy.
  expect(cost(testSize(200_000))).toBeLessThan(40 * cost(testSize(20_000)) + 400);
});
