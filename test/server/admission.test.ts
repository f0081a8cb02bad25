import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  Admission,
  type AdmissionLimits,
  admissionDefaults,
  type Caller,
  Overloaded,
  type Wait,
} from '#server/operations/admission.ts';

/** The clock of these tests moves by itself only where a test moves it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits: AdmissionLimits = {
  ...admissionDefaults,
  slots: 4,
  spared: 0,
  lease: 3_600_000,
  deadline: 10_000,
  waitingOfUser: 256,
};
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const ann: Caller = { tenant: 'acme', user: 'ann' };
const bob: Caller = { tenant: 'acme', user: 'bob' };
const eve: Caller = { tenant: 'globex', user: 'eve' };

/** Chance that repeats itself. */
const seeded = (seed = 1) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};
const create = (changed: Partial<AdmissionLimits> = {}) =>
  new Admission({ ...limits, ...changed }, undefined, seeded());

/** Operations that have begun. */
let turns = 0;

/** One operation, and its state by now. */
const follow = (entering: Promise<() => void>) => {
  const operation = { state: 'waits', leave: () => {}, turn: 0 };
  entering.then(
    (leave) => {
      turns += 1;
      Object.assign(operation, { state: 'runs', leave, turn: turns });
    },
    (error) => Object.assign(operation, { state: error instanceof Overloaded ? 'refused' : 'failed' }),
  );
  return operation;
};
type Operation = ReturnType<typeof follow>;

const enterMany = (admission: Admission, caller: Caller, count: number, wait: Wait = {}) =>
  Array.from({ length: count }, () => follow(admission.enter(caller, wait)));
const countOf = (operations: readonly { readonly state: string }[], state: string): number =>
  operations.filter((operation) => operation.state === state).length;
const end = (operation: Operation | undefined): void => {
  if (operation) Object.assign(operation, { state: 'done' }).leave();
};

/** Ends the running operations in the order in which they began, one every so many milliseconds. */
const serve = async (operations: readonly Operation[], rounds: number, every: number): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await vi.advanceTimersByTimeAsync(every);
    const running = operations.filter(({ state }) => state === 'runs');
    end(running.toSorted((one, other) => one.turn - other.turn)[0]);
    await settled();
  }
};

/** Clients that each ask again when they are answered, and after `Retry-After` when they are refused, as they do at a socket. */
const askInTurn = async (
  admission: Admission,
  callers: readonly Caller[],
  { rounds, every }: { readonly rounds: number; readonly every: number },
) => {
  const clients = callers.map((caller) => ({
    caller,
    operation: undefined as Operation | undefined,
    answers: 0,
    refusals: 0,
    retryAt: 0,
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const client of clients) {
      if (client.operation?.state === 'refused') {
        client.refusals += 1;
        client.operation = undefined;
      }
      if (client.operation?.state === 'done') {
        client.answers += 1;
        client.operation = undefined;
      }
      if (client.operation || performance.now() < client.retryAt) continue;
      const retryAfter = admission.refusal(client.caller);
      if (retryAfter === null) client.operation = follow(admission.enter(client.caller));
      else {
        client.refusals += 1;
        client.retryAt = performance.now() + retryAfter * 1_000;
      }
    }
    await settled();
    await serve(
      clients.flatMap(({ operation }) => operation ?? []),
      1,
      every,
    );
  }
  return clients;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

describe('admission', () => {
  test('runs as many operations as there are slots, and the next when one ends, in their order', async () => {
    const admission = create();
    const operations = enterMany(admission, ann, 6);
    await settled();
    expect(operations.map(({ state }) => state)).toEqual(['runs', 'runs', 'runs', 'runs', 'waits', 'waits']);
    expect(admission.load).toEqual({ running: 4, waiting: 2 });
    operations[2]?.leave();
    await settled();
    expect(operations.map(({ state }) => state).slice(4)).toEqual(['runs', 'waits']);
  });

  test('a slot that is freed twice is free once', async () => {
    const admission = create();
    const [operation] = enterMany(admission, ann, 1);
    await settled();
    operation?.leave();
    operation?.leave();
    expect(admission.load).toEqual({ running: 0, waiting: 0 });
  });

  test.each([
    ['of one user', () => ann],
    ['of as many users', (place: number) => ({ tenant: 'acme', user: `user ${place}` })],
  ])(
    '128 clients %s that each wait for their answer are all answered, equally often',
    async (_name, callerAt) => {
      const callers = Array.from({ length: 128 }, (_, place) => callerAt(place));
      const clients = await askInTurn(create(), callers, { rounds: 1_280, every: 10 });
      expect(sum(clients.map(({ refusals }) => refusals))).toBe(0);
      const answers = clients.map((client) => client.answers);
      expect(Math.max(...answers) - Math.min(...answers)).toBeLessThanOrEqual(1);
      expect(sum(answers)).toBeGreaterThan(1_270);
    },
  );

  test('more clients than can be answered within the deadline are refused in part, and none of them starves', async () => {
    // 400 clients at 10 a second: at most 100 of them can wait within ten seconds.
    const callers = Array.from({ length: 400 }, () => ann);
    const clients = await askInTurn(create({ waitingOfUser: 4_096 }), callers, { rounds: 4_000, every: 100 });
    const answers = clients.map((client) => client.answers).toSorted((one, other) => one - other);
    expect(sum(answers)).toBeGreaterThan(3_950);
    expect(sum(clients.map(({ refusals }) => refusals))).toBeGreaterThan(0);
    // Ten each in the mean.
    expect(answers[0]).toBeGreaterThanOrEqual(2);
    expect(answers.at(-1)).toBeLessThanOrEqual(25);
  }, 60_000);

  test('a flood of one user is refused beyond its bound, every slot stays taken, and other users and tenants are not refused', async () => {
    const admission = create();
    const flood = enterMany(admission, ann, 4);
    for (let round = 0; round < 200; round += 1) {
      flood.push(...enterMany(admission, ann, 4));
      await serve(flood, 1, 1);
    }
    expect(countOf(flood, 'done')).toBe(200);
    expect(admission.load).toEqual({ running: 4, waiting: 255 });
    expect(countOf(flood, 'refused')).toBe(804 - 200 - 259);
    expect(admission.refusal(ann)).not.toBeNull();
    const [others, strangers] = [enterMany(admission, bob, 2), enterMany(admission, eve, 2)];
    await settled();
    expect(countOf([...others, ...strangers], 'refused')).toBe(0);
    await serve(flood, 6, 1);
    expect(countOf([...others, ...strangers], 'runs')).toBe(4);
  });

  test('an operation whose expected wait ends after its deadline is refused at once, and waits with a later deadline', async () => {
    const admission = create();
    const operations = enterMany(admission, ann, 60, { deadline: 60_000 });
    await settled();
    await serve(operations, 40, 1_000);
    expect(admission.load).toEqual({ running: 4, waiting: 16 });
    expect([1, 10, 60].map((seconds) => admission.refusal(bob, seconds * 1_000) === null)).toEqual([
      true,
      true,
      true,
    ]);
    expect([1, 10, 60].map((seconds) => admission.refusal(ann, seconds * 1_000) === null)).toEqual([
      false,
      false,
      true,
    ]);
    const late = enterMany(admission, ann, 1, { deadline: 60_000 });
    const early = enterMany(admission, ann, 1);
    await settled();
    expect([late[0]?.state, early[0]?.state]).toEqual(['waits', 'refused']);
  });

  test('an operation that has waited until its deadline is refused', async () => {
    const admission = create();
    const operations = [
      ...enterMany(admission, ann, 4),
      ...enterMany(admission, ann, 1, { deadline: 2_000 }),
      ...enterMany(admission, ann, 1),
    ];
    await settled();
    await vi.advanceTimersByTimeAsync(2_001);
    expect(operations.map(({ state }) => state).slice(4)).toEqual(['refused', 'waits']);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(operations.at(-1)?.state).toBe('refused');
    expect(admission.load).toEqual({ running: 4, waiting: 0 });
  });

  test('a store that answers nothing has new operations refused at once, and waiting is possible again when it answers', async () => {
    const admission = create();
    const stuck = enterMany(admission, ann, 4);
    await settled();
    await vi.advanceTimersByTimeAsync(60_000);
    const [first, second] = [enterMany(admission, ann, 1), enterMany(admission, ann, 1)];
    await settled();
    // One always waits: it shows when the store answers again.
    expect([first[0]?.state, second[0]?.state]).toEqual(['waits', 'refused']);
    await serve([...stuck, ...first], 5, 1);
    const clients = await askInTurn(
      admission,
      Array.from({ length: 16 }, () => ann),
      { rounds: 2_000, every: 5 },
    );
    expect(sum(clients.map(({ answers }) => answers))).toBeGreaterThan(1_900);
    expect(admission.refusal(ann)).toBeNull();
  });

  test('one tenant leaves the spared slots to others, and tenants take turns', async () => {
    const admission = create({ spared: 1 });
    const flood = enterMany(admission, ann, 8);
    const polite = enterMany(admission, eve, 2);
    await settled();
    expect([countOf(flood, 'runs'), countOf(polite, 'runs')]).toEqual([3, 1]);
    flood.find(({ state }) => state === 'runs')?.leave();
    polite[0]?.leave();
    await settled();
    expect([polite[1]?.state, countOf(flood, 'runs')]).toEqual(['runs', 4]);
  });

  test('users of a tenant take turns', async () => {
    const admission = create({ slots: 1 });
    const operations = enterMany(admission, ann, 5);
    const others = enterMany(admission, bob, 2);
    await settled();
    await serve(operations, 2, 1);
    expect(others.map(({ state }) => state)).toEqual(['runs', 'waits']);
    expect(countOf(operations, 'done')).toBe(2);
  });

  test('an operation whose client is gone leaves the queue and is not begun', async () => {
    const admission = create();
    enterMany(admission, ann, 4);
    const client = new AbortController();
    const [waiting] = enterMany(admission, ann, 1, { client: client.signal });
    await settled();
    client.abort(new Error('gone'));
    await settled();
    expect([waiting?.state, admission.load.waiting]).toEqual(['failed', 0]);
  });

  test('an operation that outlives its lease frees its slot, and nothing is refused for it', async () => {
    const admission = create({ lease: 1_000 });
    const operations = enterMany(admission, ann, 7);
    await vi.advanceTimersByTimeAsync(1_001);
    await settled();
    expect(countOf(operations, 'runs')).toBe(7);
    expect(admission.load).toEqual({ running: 3, waiting: 0 });
  });

  test('a tenant fills at most half of the queue, so that the next tenant finds places', async () => {
    const admission = create({ slots: 1, waiting: 40 });
    const flood = Array.from({ length: 40 }, (_, place) => ({ tenant: 'acme', user: `user ${place}` }));
    const flooding = flood.flatMap((caller) => enterMany(admission, caller, 1));
    const strangers = enterMany(admission, eve, 10);
    await settled();
    expect([countOf(flooding, 'waits'), countOf(strangers, 'waits')]).toEqual([20, 10]);
  });

  test('refused clients come back at different times', () => {
    const admission = create();
    expect(new Set(Array.from({ length: 50 }, () => admission.retryAfter(ann)))).toEqual(new Set([1, 2]));
  });
});
