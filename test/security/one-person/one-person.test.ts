import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasAnyRole, type Role, roles } from '#domain/privacy/viewer.ts';
import { isLong } from '../../support/property-runs.ts';
import { onServerStore, type TestStore } from '../../support/store.ts';
import { allowedEffects } from './allowed-effects.ts';
import { changesBetween, type Given, inCopy, lookAtAll, type Observer } from './given.ts';
import { ownership, storedIn, wrongsOf } from './judge.ts';
import { seeds } from './seeds.ts';
import {
  type Draw,
  mutations,
  type Offered,
  offeredIn,
  personaCount,
  personaOf,
  rolesOf,
  type Sequence,
  type Step,
  stepOf,
} from './steps.ts';
import { buildOnePersonWorld, loner, type OnePersonWorld } from './world.ts';

/** Sequences for each store: 30, in the long run 2,000, or as many as `ONE_PERSON_RUNS` says. */
const runs = Number(process.env.ONE_PERSON_RUNS ?? (isLong ? 2_000 : 15));

const anyDraw: fc.Arbitrary<Draw> = fc.record({
  mutation: fc.nat(1_000_000),
  token: fc.nat(20),
  target: fc.nat(1_000_000),
  chance: fc.nat(2 ** 31 - 1),
});
const anySequence: fc.Arbitrary<Sequence> = fc.record({
  persona: fc.nat(personaCount - 1),
  draws: fc.array(anyDraw, { minLength: 1, maxLength: 6, size: 'max' }),
});

/** The base of every copy, so that it is looked at once. */
interface Base {
  readonly world: OnePersonWorld;
  readonly given: ReadonlyMap<Observer, Given>;
}

const ask = async ({ gateway }: OnePersonWorld, { who, mutation, input }: Step): Promise<string> => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await gateway.ask(
    who,
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename ... on UserError { code } } }`,
    { input },
  );
  if (errors) return errors[0]?.extensions?.code ?? errors[0]?.message ?? 'error';
  return data[mutation].code ?? 'done';
};

/** A step, of what there is when its turn comes. */
type NextStep = (tenant: string, offered: Offered) => Step;

/** Runs steps in a world of their own; returns what the first wrong one did that the rules allow nobody alone. */
const run = async (
  store: TestStore,
  { world, given: base }: Base,
  steps: readonly NextStep[],
  met: Map<string, number>,
): Promise<string[]> => {
  const tenant = await world.copy();
  const built = await storedIn(store, tenant);
  const isOwn = ownership(built);
  let given = inCopy(base, world.marks(tenant));
  let stored = built;
  for (const next of steps) {
    const inbox = [...(given.get('boardReviewer')?.values() ?? [])].filter(({ facet }) => facet === 'inbox');
    const step = next(
      tenant,
      await offeredIn(
        store,
        tenant,
        inbox.map(({ about }) => about),
      ),
    );
    const answer = await ask(world, step);
    if (step.answers !== undefined) expect([step.mutation, answer]).toEqual([step.mutation, step.answers]);
    const key = `${step.mutation} ${answer}`;
    met.set(key, (met.get(key) ?? 0) + 1);
    if (answer !== 'done') continue;
    const after = await lookAtAll(store, world.gateway, tenant);
    const storedAfter = await storedIn(store, tenant);
    const wrongs = wrongsOf(
      step,
      changesBetween(given, after),
      { stored, isOwn },
      { stored: storedAfter, isOwn },
    );
    if (wrongs.length > 0)
      return [
        `${step.who.user} (${step.who.roles}): ${step.mutation} ${JSON.stringify(step.input)}`,
        ...wrongs,
      ];
    given = after;
    stored = storedAfter;
  }
  return [];
};

describe('nobody alone changes what others are given, but as the rules say', () => {
  test('every mutation of the schema stands in the table for exactly the roles that may send it', () => {
    const who = (mutation: string, able: readonly Role[]) =>
      [mutation, ...roles.filter((role) => hasAnyRole(loner('acme', [role]), able))].join(' ');
    expect(
      mutations.map((mutation) =>
        who(
          mutation,
          allowedEffects.filter((row) => row.mutations.test(mutation)).flatMap((row) => row.by),
        ),
      ),
    ).toEqual(mutations.map((mutation) => who(mutation, rolesOf(mutation))));
    expect(
      allowedEffects.filter((row) => !mutations.some((mutation) => row.mutations.test(mutation))),
    ).toEqual([]);
  });

  onServerStore((store) => {
    let base: Base;
    beforeAll(async () => {
      const world = await buildOnePersonWorld(store());
      base = { world, given: await lookAtAll(store(), world.gateway, world.tenant) };
    });

    test.for(seeds)('$title', async ({ steps }) => {
      expect(await run(store(), base, steps, new Map())).toEqual([]);
    });

    test('generated sequences of one person’s tokens', async () => {
      const met = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(anySequence, async ({ persona, draws }) => {
          const steps = draws.map(
            (draw): NextStep =>
              (tenant, offered) =>
                stepOf(tenant, { persona, draw }, offered),
          );
          expect([personaOf(persona), await run(store(), base, steps, met)]).toEqual([
            personaOf(persona),
            [],
          ]);
        }),
        { numRuns: runs },
      );
      // The sequences are not all alike: a quarter of the mutations of the schema took effect.
      const done = [...met.keys()].filter((key) => key.endsWith(' done'));
      expect(done.length).toBeGreaterThan(mutations.length / 4);
    });
  });
});
