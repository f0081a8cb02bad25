import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '#cli/ingestion/decode-text.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

describe('the text of a file', () => {
  test.for([
    ['UTF-8', Buffer.from('The béacon on the quay.'), 'The béacon on the quay.'],
    ['UTF-8', Buffer.from('\ufeffThe beacon.'), 'The beacon.'],
    ['UTF-8', Buffer.from(''), ''],
    ['UTF-16', utf16('The beacon on the quay. 灯台'), 'The beacon on the quay. 灯台'],
    ['UTF-16', bigEndian('The beacon on the quay.'), 'The beacon on the quay.'],
    ['Windows-1252', latin1('Wir prüfen die Kühlung täglich.'), 'Wir prüfen die Kühlung täglich.'],
    ['Windows-1252', latin1('La bouée est arrivée à côté.'), 'La bouée est arrivée à côté.'],
    ['Windows-1252', Buffer.from([0x93, 0x57, 0x65, 0x94, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]), '“We” – 5 €'],
  ] as const)('in %s is read as its author wrote it: case %#', ([encoding, bytes, text]) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  test.for([
    ['a NUL byte', Buffer.from('We will\0break.'), 'NUL'],
    ['UTF-16 without a mark', Buffer.from('We will break.', 'utf16le'), 'NUL'],
    ['half of a UTF-16 pair', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'UTF-16'],
    ['Russian in Windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'certain'],
    [
      'Czech in Windows-1250',
      Buffer.from([0x50, 0xf8, 0xed, 0x6b, 0x6c, 0x61, 0x64, 0x20, 0xe8, 0xec]),
      'certain',
    ],
    [
      'Polish in Latin-2',
      Buffer.from([0x7a, 0xb3, 0x6f, 0x74, 0x79, 0x20, 0xb6, 0x6c, 0x61, 0x64]),
      'certain',
    ],
    ['Japanese in Shift-JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]), 'certain'],
  ] as const)('with %s is refused and says why', ([, bytes, word]) => {
    expect(decodeText(bytes)).toEqual({ refusal: expect.stringContaining(word) });
  });

  test('never holds a replacement character that the file does not hold', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = decodeText(bytes);
        const isInFile = Buffer.from(bytes).includes(Buffer.from('\ufffd')) || (bytes[0] ?? 0) >= 0xfe;
        expect('text' in decoded && decoded.text.includes('\ufffd') && !isInFile).toBe(false);
      }),
    );
  });
});
