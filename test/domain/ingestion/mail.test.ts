import { describe, expect, test } from 'vitest';
import { readAsPipeline as read } from '#test/support/read-as-pipeline.ts';

describe('mails are read as turns of who sent them', () => {
  test.each<readonly [string, string, string, readonly string[], readonly string[]]>([
    [
      'a mail in quoted-printable, with its subject and its day',
      'mail.eml',
      'From: Ada Lund <ada@dock.example>\nDate: Tue, 4 Mar 2025 10:12:00 +0000\nSubject: =?utf-8?Q?D=C3=B6ck?=\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nI prefer the d=C3=B6ck in the mor=\nning.\n\n> We will sell the crane.\n',
      ['Ada Lund 2025-03-04 I prefer the döck in the morning.'],
      ['NO_STATEMENT > We will sell the crane.'],
    ],
    [
      'a mail in Windows-1252',
      'mail.eml',
      'From: Ada Lund <ada@dock.example>\nContent-Type: text/plain; charset="windows-1252"\nContent-Transfer-Encoding: quoted-printable\n\nI prefer the d=F6ck=97the old one.\n',
      ['Ada Lund null I prefer the döck—the old one.'],
      [],
    ],
    [
      'one of the alternatives of a mail, and an attachment by its fields',
      'mail.eml',
      'From: Ben <ben@dock.example>\r\nContent-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\nContent-Type: multipart/alternative;\r\n boundary=a\r\n\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>I prefer <b>two</b> pumps.</p>\r\n--a\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSSBwcmVmZXIgdHdvIHB1bXBzLg==\r\n--a--\r\n--m\r\nContent-Type: application/pdf; name="plan of the dock.pdf"\r\n\r\nQQ==\r\n--m--\r\n',
      ['Ben null I prefer two pumps.'],
      ['CODE Content-Type: application/pdf; name="plan of the dock.pdf"'],
    ],
    [
      'the mails of a mailbox',
      'dock.mbox',
      'From ada@dock.example Tue Mar  4 10:12:00 2025\nFrom: Ada\nDate: 4 Mar 2025\n\nI prefer two pumps.\n\nFrom ben@dock.example Wed Mar  5 10:12:00 2025\nFrom: Ben\nDate: 5 Mar 2025\n\nI prefer one pump.\n\n>From now on I prefer none.\n',
      [
        'Ada 2025-03-04 I prefer two pumps.',
        'Ben 2025-03-05 I prefer one pump.',
        'Ben 2025-03-05 From now on I prefer none.',
      ],
      [],
    ],
  ])('%s', async (_what, path, content, said, leftOver) => {
    const { format, statements, leftOver: parts } = await read(path, content);
    expect(format).toBe('mail');
    expect(statements.map((of) => `${of.speaker} ${of.context.recordDate} ${of.content}`)).toEqual(said);
    expect(parts).toEqual(leftOver);
  });

  test('a mail whose words are in base64 alone is named as unread', async () => {
    const content = 'From: Ada\nContent-Transfer-Encoding: base64\n\nSSBwcmVmZXIgdHdvIHB1bXBzLg==\n';
    expect(await read('mail.eml', content)).toMatchObject({ contents: [], unread: ['UNKNOWN_FORMAT'] });
  });
});
