import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Admission, admissionDefaults, Overloaded } from '#server/operations/admission.ts';

/** The clock of these tests moves by itself only where a test moves it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = {
  ...admissionDefaults,
  seats: 4,
  spared: 1,
  target: 20,
  patience: 250,
  longest: 500,
  always: 4,
};
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** State of an operation by now. */
const follow = (entering: Promise<() => void>) => {
  const operation = { state: 'waits', leave: () => {} };
  entering.then(
    (leave) => Object.assign(operation, { state: 'runs', leave }),
    (error) => Object.assign(operation, { state: error instanceof Overloaded ? 'refused' : 'failed' }),
  );
  return operation;
};

const enterMany = (admission: Admission, tenant: string, count: number) =>
  Array.from({ length: count }, () => follow(admission.enter(tenant)));
const countOf = (operations: readonly { readonly state: string }[], state: string): number =>
  operations.filter((operation) => operation.state === state).length;

/** Ends the one that has run longest, each `every` milliseconds, while `arrivals` of a tenant come in between. */
const serve = async (
  admission: Admission,
  running: ReturnType<typeof follow>[],
  { rounds, every, arrivals }: { rounds: number; every: number; arrivals: number },
) => {
  const asked: ReturnType<typeof follow>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    asked.push(...enterMany(admission, 'acme', arrivals));
    await vi.advanceTimersByTimeAsync(every);
    await settled();
    const oldest = [...running, ...asked].find(({ state }) => state === 'runs');
    if (oldest) Object.assign(oldest, { state: 'done' }).leave();
    await settled();
  }
  return asked;
};

describe('admission', () => {
  test('begins as many as there are seats, and the next when one ends, in their order', async () => {
    const admission = new Admission({ ...limits, spared: 0 });
    const operations = enterMany(admission, 'acme', 6);
    await settled();
    expect(operations.map(({ state }) => state)).toEqual(['runs', 'runs', 'runs', 'runs', 'waits', 'waits']);
    expect(admission.load).toEqual({ underWay: 4, waiting: 2 });
    operations[2]?.leave();
    await settled();
    expect(operations.map(({ state }) => state).slice(4)).toEqual(['runs', 'waits']);
  });

  test('gives a seat back once, however often it is left', async () => {
    const admission = new Admission(limits);
    const [operation] = enterMany(admission, 'acme', 1);
    await settled();
    operation?.leave();
    operation?.leave();
    expect(admission.load).toEqual({ underWay: 0, waiting: 0 });
  });

  test('spares seats for other tenants, and lets tenants take turns', async () => {
    const admission = new Admission(limits);
    const flood = enterMany(admission, 'acme', 8);
    const polite = enterMany(admission, 'globex', 2);
    await settled();
    expect(countOf(flood, 'runs')).toBe(3);
    expect(countOf(polite, 'runs')).toBe(1);
    flood.find(({ state }) => state === 'runs')?.leave();
    polite[0]?.leave();
    await settled();
    // Each tenant has one of the two seats that became free, though one of them has five that wait.
    expect(polite[1]?.state).toBe('runs');
    expect(countOf(flood, 'runs')).toBe(4);
  });

  test('lets a burst wait, and refuses what has waited too long', async () => {
    const admission = new Admission(limits);
    const burst = enterMany(admission, 'acme', 13);
    await settled();
    expect(countOf(burst, 'waits')).toBe(10);
    await vi.advanceTimersByTimeAsync(501);
    expect(countOf(burst, 'refused')).toBe(10);
    expect(admission.load).toEqual({ underWay: 3, waiting: 0 });
  });

  test('refuses at once what would wait too long in a queue that does not empty, and keeps every seat taken', async () => {
    const admission = new Admission({ ...limits, spared: 0 });
    const running = enterMany(admission, 'acme', 4);
    await settled();
    // Ten come for each that ends, for two seconds.
    const asked = await serve(admission, running, { rounds: 200, every: 10, arrivals: 10 });
    expect(countOf([...running, ...asked], 'done')).toBe(200);
    expect(admission.load.underWay).toBe(4);
    expect(admission.load.waiting).toBeLessThanOrEqual(4);
    const more = enterMany(admission, 'acme', 5);
    await settled();
    expect(countOf(more, 'refused')).toBeGreaterThanOrEqual(4);
    expect(admission.refuses('acme')).toBe(true);
    // One who asks for little is not refused for what others ask.
    expect(admission.refuses('globex')).toBe(false);
  });

  test('keeps the queue of a tenant short while it stands, and lets the burst of another one wait', async () => {
    const admission = new Admission({ ...limits, spared: 0, always: 8, target: 0 });
    const running = enterMany(admission, 'acme', 4);
    await settled();
    await serve(admission, running, { rounds: 200, every: 10, arrivals: 10 });
    enterMany(admission, 'acme', 5);
    expect(admission.load.waiting).toBe(8);
    const page = enterMany(admission, 'globex', 8);
    await settled();
    expect(countOf(page, 'refused')).toBe(0);
    expect(admission.refuses('acme')).toBe(true);
  });

  test('lets bursts wait again when the load has been over for a second', async () => {
    const admission = new Admission({ ...limits, spared: 0 });
    const running = enterMany(admission, 'acme', 4);
    await settled();
    const asked = await serve(admission, running, { rounds: 100, every: 10, arrivals: 10 });
    for (let round = 0; round < 20; round += 1)
      await serve(admission, [...running, ...asked], { rounds: 1, every: 10, arrivals: 0 });
    expect(admission.load).toEqual({ underWay: 0, waiting: 0 });
    const tooEarly = enterMany(admission, 'acme', 20);
    await settled();
    expect(countOf(tooEarly, 'refused')).toBeGreaterThan(0);
    for (let round = 0; round < 100; round += 1)
      await serve(admission, tooEarly, { rounds: 1, every: 10, arrivals: 0 });
    expect(admission.load).toEqual({ underWay: 0, waiting: 0 });
    const burst = enterMany(admission, 'acme', 20);
    await settled();
    expect(countOf(burst, 'refused')).toBe(0);
  });

  test('gives the seat of what takes long to the next, and refuses nobody for it', async () => {
    const admission = new Admission({ ...limits, spared: 0, longest: 1_500 });
    const operations = enterMany(admission, 'acme', 7);
    await vi.advanceTimersByTimeAsync(1_001);
    await settled();
    expect(countOf(operations, 'runs')).toBe(7);
    expect(admission.load).toEqual({ underWay: 3, waiting: 0 });
  });

  test('holds no more than may wait, of all tenants together', async () => {
    const admission = new Admission({ ...limits, seats: 1, spared: 0, waiting: 3 });
    const operations = ['a', 'b', 'c', 'd', 'e'].flatMap((tenant) => enterMany(admission, tenant, 1));
    await settled();
    expect(operations.map(({ state }) => state)).toEqual(['runs', 'waits', 'waits', 'waits', 'refused']);
  });
});
