import { storable } from '#domain/ingestion/json-escapes.ts';
import { readDate } from '#domain/ingestion/records/record-date.ts';
import type { Turn } from '#domain/ingestion/turns.ts';
import { readHtml } from './html.ts';
import { copyLiteral, linesOf } from './lines.ts';
import { readPlainText } from './plain-text.ts';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

/** A part of a source: [start, end). */
interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Entity {
  readonly headers: ReadonlyMap<string, Extent & { readonly value: string }>;
  readonly body: Extent;
}

/** Text that was decoded, with the offset in the source of each character, and of its end. */
interface Decoded {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Opens a mail of a mailbox: `From ana@harbour.example Tue Mar  4 10:12:00 2025`. */
const envelope = /^From \S+ .*\d{4}[^\n]*$/gm;
const deepest = 8;

/** The mails of a mailbox, or the source as one mail. */
const mailsOf = (source: string): readonly Extent[] => {
  if (!source.startsWith('From ')) return [{ start: 0, end: source.length }];
  const openings = [...source.matchAll(envelope)];
  return openings.map((opening, at) => ({
    start: opening.index + opening[0].length + 1,
    end: openings[at + 1]?.index ?? source.length,
  }));
};

/** Reads the fields of a mail, or of a part of one, up to the first empty line. */
const entityOf = (source: string, { start, end }: Extent): Entity => {
  const headers = new Map<string, Extent & { readonly value: string }>();
  let name: string | null = null;
  let at = start;
  while (at < end) {
    const newline = source.indexOf('\n', at);
    const stop = newline === -1 || newline >= end ? end : newline;
    const line = source.slice(at, stop).replace(/\r$/, '');
    const next = Math.min(end, stop + 1);
    if (line.trim() === '') return { headers, body: { start: next, end } };
    const field = /^([\w-]{1,60}):[ \t]*/.exec(line);
    const before = name === null ? undefined : headers.get(name);
    if (/^[ \t]/.test(line) && name !== null && before !== undefined)
      headers.set(name, { ...before, end: at + line.length, value: `${before.value} ${line.trim()}` });
    else if (field !== null) {
      name = (field[1] ?? '').toLowerCase();
      if (!headers.has(name))
        headers.set(name, {
          start: at + field[0].length,
          end: at + line.length,
          value: line.slice(field[0].length).trim(),
        });
    }
    at = next;
  }
  return { headers, body: { start: end, end } };
};

const decode = (charset: string, bytes: Uint8Array): string => {
  try {
    return storable(new TextDecoder(charset).decode(bytes));
  } catch {
    return storable(new TextDecoder('utf-8').decode(bytes));
  }
};

/** `=?utf-8?Q?b=C3=B3ias?=` as its words. */
const wordsOf = (value: string): string =>
  value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(
      /=\?([\w-]{1,40})\?([QqBb])\?([^?\s]{0,400})\?=/g,
      (_all, charset: string, form: string, coded: string) =>
        decode(
          charset,
          form.toLowerCase() === 'b'
            ? Uint8Array.from(Buffer.from(coded, 'base64'))
            : Uint8Array.from(
                coded
                  .replaceAll('_', ' ')
                  .replace(/=([\dA-Fa-f]{2})/g, (_code, digits: string) =>
                    String.fromCharCode(Number.parseInt(digits, 16)),
                  ),
                (character) => character.charCodeAt(0) & 0xff,
              ),
        ),
    );

const headerOf = ({ headers }: Entity, name: string): string => wordsOf(headers.get(name)?.value ?? '');

const isEncoded = (entity: Entity, encoding: string): boolean =>
  headerOf(entity, 'content-transfer-encoding').toLowerCase() === encoding;

const asItStands = (source: string, { start, end }: Extent): Decoded => ({
  text: source.slice(start, end),
  offsets: Array.from({ length: end - start + 1 }, (_, at) => start + at),
});

/** Decodes quoted-printable: `=C3=A9` is a letter, and `=` at the end of a line joins it to the next. */
const decodeQuoted = (source: string, { start, end }: Extent, charset: string): Decoded => {
  const texts: string[] = [];
  const offsets: number[] = [];
  const add = (text: string, offsetOf: (at: number) => number) => {
    texts.push(text);
    for (let at = 0; at < text.length; at += 1) offsets.push(offsetOf(at));
  };
  let last = start;
  for (const match of source.slice(start, end).matchAll(/(?:=[\dA-Fa-f]{2})+|=[ \t]*\r?\n/g)) {
    const at = start + match.index;
    const from = last;
    add(source.slice(from, at), (index) => from + index);
    if (!match[0].endsWith('\n'))
      add(decode(charset, Uint8Array.from(Buffer.from(match[0].replaceAll('=', ''), 'hex'))), () => at);
    last = at + match[0].length;
  }
  const from = last;
  add(source.slice(from, end), (index) => from + index);
  return { text: texts.join(''), offsets: [...offsets, end] };
};

const decodedOf = (source: string, entity: Entity): Decoded => {
  const charset = /charset="?([\w-]{1,40})/i.exec(headerOf(entity, 'content-type'))?.[1] ?? 'utf-8';
  return isEncoded(entity, 'quoted-printable')
    ? decodeQuoted(source, entity.body, charset)
    : asItStands(source, entity.body);
};

/** The parts of a mail that hold words, and those that are named and not read: attachments, and words in base64. */
interface Parts {
  readonly words: readonly Entity[];
  readonly others: readonly (readonly [Entity, Extent])[];
}

const partsOf = (source: string, extent: Extent, depth = 0): Parts => {
  const entity = entityOf(source, extent);
  const type = headerOf(entity, 'content-type') || 'text/plain';
  const boundary = /boundary="?([^";\s]{1,100})/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < deepest) {
    const { start, end } = entity.body;
    const borders = linesOf(source.slice(start, end)).filter(({ text }) =>
      text.trimEnd().startsWith(`--${boundary}`),
    );
    const parts = borders
      .slice(0, -1)
      .map((border, at) =>
        partsOf(
          source,
          { start: start + border.next, end: start + (borders[at + 1]?.start ?? 0) },
          depth + 1,
        ),
      );
    const isAlternative = /^multipart\/alternative/i.test(type);
    const shown = isAlternative ? parts.filter(({ words }) => words.length > 0).slice(0, 1) : parts;
    return {
      words: shown.flatMap(({ words }) => words),
      // One of alternatives is enough.
      others: isAlternative && shown.length > 0 ? [] : parts.flatMap(({ others }) => others),
    };
  }
  const isRead =
    /^text\/(?:plain|html)/i.test(type) &&
    !isEncoded(entity, 'base64') &&
    !/^attachment/i.test(headerOf(entity, 'content-disposition'));
  return isRead ? { words: [entity], others: [] } : { words: [], others: [[entity, extent]] };
};

/** `Ana Sousa <ana@harbour.example>` as the name. */
const nameOf = (from: string): string =>
  from
    .replace(/<[^<>]*>|\([^()]*\)/g, '')
    .replaceAll('"', '')
    .trim() || from.replace(/[<>]/g, '').trim();

/**
 * Reads a mail, or a mailbox (mbox): each is a turn of who sent it, on its day. Of alternatives the plain text is taken.
 * Attachments and words in base64 are shown by their fields, and not read; null where no mail holds other words.
 */
export const readMail = (source: string): ReadableText | null => {
  const writer = new ReadableWriter(source);
  const turns: Turn[] = [];
  const isMailbox = source.startsWith('From ');
  for (const mail of mailsOf(source)) {
    const entity = entityOf(source, mail);
    const subject = entity.headers.get('subject');
    writer.block(mail.start);
    if (subject !== undefined && subject.value !== '') {
      writer.mark('# ', subject.start);
      writer.words(wordsOf(subject.value), subject.start, subject.end);
      writer.block(subject.end);
    }
    const { words, others } = partsOf(source, mail);
    const begin = writer.length;
    for (const part of words) {
      const { text, offsets } = decodedOf(source, part);
      const isHtml = /^text\/html/i.test(headerOf(part, 'content-type'));
      const read = (isHtml ? readHtml(text) : null) ?? readPlainText(text);
      writer.block(part.body.start);
      writer.mapped(
        isMailbox ? read.text.replace(/^>(?=>*From )/gm, ' ') : read.text,
        read.offsets.map((at) => offsets[at] ?? part.body.end),
      );
      writer.block(part.body.end);
    }
    const speaker = nameOf(headerOf(entity, 'from'));
    if (words.length > 0 && speaker !== '')
      turns.push({
        speaker,
        labelStart: begin,
        start: begin,
        end: writer.length,
        role: 'PERSON',
        day: readDate(headerOf(entity, 'date')),
      });
    for (const [other, { start }] of others)
      copyLiteral(
        writer,
        linesOf(source.slice(start, other.body.start))
          .filter(({ text }) => text.trim() !== '')
          .map((line) => ({
            ...line,
            start: start + line.start,
            end: start + line.end,
            next: start + line.next,
          })),
      );
  }
  return turns.length === 0 ? null : writer.done(turns);
};
