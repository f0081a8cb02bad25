import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { eventually } from '#test/support/eventually.ts';
import { bobsToken, createToyGateway, listening } from './toy-gateway.ts';

/** A small query whose answer holds one text many times. */
const query = (aliases: number) =>
  `query ($word: String) { ${Array.from({ length: aliases }, (_, at) => `a${at}: repeat(times: 1, word: $word)`).join(' ')} }`;
const word = 'a'.repeat(60_000);
/** So long that no buffer of the system takes the answer. */
const long = 'a'.repeat(450_000);
const refused = `more than ${defaultLimits.answerCharacters} characters`;

describe('the size of an answer', () => {
  test.for([
    ['of the first run', 0],
    ['of a run whose plan is known', 1],
  ] as const)('%s is bounded', async ([, before]) => {
    const gateway = createToyGateway({ limits: { ...defaultLimits, answerCharacters: 500_000 } });
    for (let time = 0; time < before; time += 1)
      await gateway.ask({ query: query(9), variables: { word: 'b' } });
    const answer = await gateway.ask({ query: query(9), variables: { word } });
    expect(answer.codes).toEqual(['OPERATION_LIMIT_EXCEEDED']);
    expect(answer.errors[0]?.message).toContain('more than 500000 characters');
    expect(answer.data ?? null).toBeNull();
    const within = await gateway.ask({ query: query(8), variables: { word } });
    expect(within.errors).toEqual([]);
    expect(Object.keys(within.data as object)).toHaveLength(8);
  });

  test('by default at eight million characters', async () => {
    const gateway = createToyGateway();
    const answer = await gateway.ask({ query: query(50), variables: { word: 'a'.repeat(200_000) } });
    expect(answer.errors[0]?.message).toContain(refused);
  });
});

describe('a client that does not read is dropped', () => {
  const body = JSON.stringify({ query: query(45), variables: { word: long } });
  /** Asks over a socket of its own and reads nothing until it is asked to; gives how much of the answer came then. */
  const askDeaf = async (url: string) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    await once(socket, 'connect');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${bobsToken}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return async () => {
      let characters = 0;
      socket.on('data', (part) => {
        characters += part.length;
      });
      socket.resume();
      if (!socket.closed) await once(socket, 'close');
      return characters;
    };
  };
  const roomy = { ...defaultLimits, answerCharacters: 50_000_000 };
  const whole = 45 * long.length;

  test('when it stands still for too long', async () => {
    const { url, gateway } = await listening({
      limits: roomy,
      unreadLimits: { patience: 100, bytes: 2 ** 30, every: 20 },
    });
    const read = await askDeaf(url);
    await eventually(() => expect(gateway.contexts).toMatchObject([{ outcome: 'succeeded' }]));
    await sleep(600);
    expect(await read()).toBeLessThan(whole);
  });

  test('when all that is unread is too much: the oldest first', async () => {
    const { url, gateway } = await listening({
      limits: roomy,
      unreadLimits: { patience: 60_000, bytes: 2.5 * whole, every: 20 },
    });
    const reads = [];
    for (let client = 1; client <= 4; client += 1) {
      reads.push(await askDeaf(url));
      await eventually(() =>
        expect(gateway.contexts.map(({ outcome }) => outcome)).toEqual(Array(client).fill('succeeded')),
      );
    }
    await sleep(200);
    const came = await Promise.all(reads.map((read) => read()));
    expect(came.map((characters) => characters >= whole)).toEqual([false, false, true, true]);
  });
});
