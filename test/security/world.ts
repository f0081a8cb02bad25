import { createHash } from 'node:crypto';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { ConsoleSettings } from '#server/http/console-pages.ts';
import { createLogger } from '#server/telemetry/logger.ts';
import { createMetrics, type Metrics } from '#server/telemetry/metrics.ts';
import { beginning, createTestGateway, people, type TestGateway, viewer } from '../support/gateway.ts';
import type { StoreKind, TestStore } from '../support/store.ts';
import { runStory } from '../support/story.ts';
import { hide, hidings } from './hidings.ts';
import { type Shown, shownPart } from './shown-part.ts';
import type { Part, PartRunner } from './world-part.ts';

/** The viewers that may ask, of every role and tenant. */
export const personas: readonly (readonly [string, Viewer])[] = [
  ...Object.entries(people),
  ['member of the board', viewer('mia', ['reader'], { groups: ['board'] })],
  ['reviewer of the board', viewer('max', ['reviewer'], { groups: ['board'] })],
  [
    'admin of another tenant',
    viewer('alice', ['admin', 'service', 'curator'], { tenant: 'globex', groups: ['board'] }),
  ],
];

/** The id that a part of a world gives to the n-th thing of a kind: known before it is built. */
export const idIn = (part: string, prefix: string, place: number): string => {
  const hex = createHash('sha256').update(`${part} ${prefix} ${place}`).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `7${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`];
  return `${prefix}_${[...groups, hex.slice(18, 30)].join('-')}`;
};

export interface World {
  readonly kind: StoreKind;
  readonly gateway: TestGateway;
  /** Puts a part into the world, at its own instants, among those of all others. */
  readonly build: (part: Part) => Promise<void>;
  /** Later operations make ids of their own, at the same instant in every world. */
  readonly turnTo: (step: string) => void;
  /** The ids that came to be while a part was built. */
  readonly idsOf: (part: Part) => readonly string[];
  /** Log of the process, with the faults that it noted. */
  readonly log: () => string;
  readonly metrics: Metrics;
}

const hour = 3_600_000;
/** When everything is asked that is compared. */
const evening = beginning.getTime() + 400 * hour;

/** Things that the tenant acme shows. */
export const shown: Part = { name: 'shown', tenant: 'acme', seenBy: ({ tenant }) => tenant === 'acme' };
export const parts: readonly Part[] = [shown, ...hidings];

/** A world with all its parts. */
export const createFullWorld = async (store: TestStore): Promise<World> => {
  const world = await createWorld(store);
  for (const part of parts) await world.build(part);
  return world;
};

/** An empty world; its gateway serves the console where its settings are given. */
export const createWorld = async (store: TestStore, console?: ConsoleSettings): Promise<World> => {
  const lines: string[] = [];
  const minted = new Map<string, string[]>();
  let step = 'nothing';
  let tied: Shown | null = null;
  const metrics = createMetrics();
  const gateway = await createTestGateway(
    store,
    {},
    {
      logFault: (event, error) => lines.push(`${event} ${String(error)}`),
      newId: (prefix) => {
        const ids = minted.get(step) ?? [];
        const place = ids.filter((id) => id.startsWith(`${prefix}_`)).length;
        const id = idIn(step, prefix, place);
        minted.set(step, [...ids, id]);
        return id;
      },
    },
    {
      logger: createLogger('trace', { write: (line) => lines.push(line) }),
      metrics,
      ...(console === undefined ? {} : { console }),
    },
  );
  const moveTo = (instant: number) => gateway.pass(instant - gateway.dependencies.clock().getTime());

  const runnerOf = (part: Part): PartRunner => {
    let calls = 0;
    const minutes = 1 + parts.indexOf(part) * 7;
    const ask: TestGateway['ask'] = async (who, query, variables) => {
      calls += 1;
      step = part.name;
      moveTo(beginning.getTime() + calls * hour + minutes * 60_000);
      const headers = { 'x-request-id': `${part.name.replaceAll(' ', '-')}-${calls}` };
      return JSON.parse(await gateway.askForText(who, query, variables, { headers }));
    };
    const story = runStory({ ...gateway, ask });
    return {
      asks: story.asks,
      reads: async (who, query) => (await ask(who, query)).data,
      does: async (who, mutation, input) => {
        const answer = await story.does(who, mutation, input);
        if (/Error$/.test(answer.__typename))
          throw new Error(`${part.name}: ${mutation} was refused: ${JSON.stringify([input, answer])}`);
        return answer;
      },
    };
  };

  return {
    kind: store.kind,
    gateway,
    build: async (part) => {
      const hiding = hidings.find((one) => one === part);
      if (hiding) await hide(runnerOf(part), hiding, tied);
      else tied = await shownPart(runnerOf(part));
      // Upkeep does this within a minute: without statistics the planner takes every table for an empty one.
      if (!hiding) await store.asOwner('analyze');
    },
    turnTo: (next) => {
      step = next;
      minted.delete(step);
      moveTo(evening);
    },
    idsOf: ({ name }) => minted.get(name) ?? [],
    log: () => lines.join(''),
    metrics,
  };
};
