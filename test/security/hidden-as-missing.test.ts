import { beforeAll, describe, expect, test } from 'vitest';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { createTestGateway, type TestGateway } from '../support/gateway.ts';
import { digestOf } from '../support/statements.ts';
import { onEveryStore } from '../support/store.ts';
import { idPlaces } from './id-places.ts';
import { createWorld, personas } from './world.ts';

/** An id of the same look that nothing has. */
const missingLike = (id: string): string => `${id.slice(0, 4)}00000000-0000-7000-8000-000000000000`;

describe('ATTACKS 1, 8: hidden is answered as missing, byte for byte', () => {
  onEveryStore((store) => {
    let gateway: TestGateway;
    const hiddenFrom = new Map<string, readonly string[]>();
    beforeAll(async () => {
      gateway = await createTestGateway(store());
      const world = await createWorld(store(), gateway);
      for (const [name, who] of personas) hiddenFrom.set(name, await world.hiddenFrom(who));
    });

    test.for(idPlaces)('by $operation $place', async ({ place, operation, query, variables }) => {
      const answerOf = async (who: (typeof personas)[number][1], id: string) =>
        (await gateway.askForText(who, query, variables(id))).replaceAll(id, '‹id›');
      const before = operation === 'mutation' ? await digestOf(store()) : null;
      for (const [name, who] of personas) {
        const hidden = hiddenFrom.get(name) ?? [];
        expect(hidden.length, `something is hidden from ${name}`).toBeGreaterThan(3);
        // The number of events, also of hidden targets, is the one exception to hiding, for auditors alone.
        if (place === 'auditEvents.filter.targetId' && hasAnyRole(who, ['auditor'])) continue;
        const known = new Map<string, string>();
        for (const id of hidden) {
          const missing = missingLike(id);
          const expected = known.get(missing) ?? (await answerOf(who, missing));
          known.set(missing, expected);
          // A role is asked before any id: the first answer speaks for all.
          if (known.size > 1 && /"forbidden"|"FORBIDDEN"/.test(expected)) break;
          expect(await answerOf(who, id), `${id} for ${name}`).toBe(expected);
        }
        for (const answer of known.values()) {
          expect(answer).not.toContain('INTERNAL_SERVER_ERROR');
          expect(answer, 'no answer repeats the id').not.toContain('‹id›');
        }
      }
      // The groups of a token are noted by the first mutation that it sends, whatever comes of it.
      if (before) expect({ ...(await digestOf(store())), known_groups: before.known_groups }).toEqual(before);
    });

    test('every place that takes an id is asked', () => {
      expect(idPlaces.map(({ place }) => place)).toEqual(
        expect.arrayContaining([
          'memory.id',
          'entity.id',
          'ingestionWave.id',
          'node.id',
          'nodes.ids',
          'candidates.filter.waveId',
          'auditEvents.filter.targetId',
          'promoteMemory.input.id',
          'rejectMemory.input.id',
          'editMemory.input.id',
          'returnMemoryToCandidate.input.id',
          'extractWave.input.waveId',
          'ingestDocuments.input.waveId',
        ]),
      );
    });

    test('a stale revision, an illegal step, or a key of one’s own tell no more of it', async () => {
      for (const [name, who] of personas.filter(([, persona]) => hasAnyRole(persona, ['reviewer']))) {
        const hidden = (hiddenFrom.get(name) ?? []).filter((id) => id.startsWith('mem_'));
        for (const mutation of ['promoteMemory', 'rejectMemory', 'returnMemoryToCandidate', 'editMemory']) {
          const more =
            { rejectMemory: { reason: 'x' }, editMemory: { content: 'Another wording.' } }[mutation] ?? {};
          const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
          const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename ... on UserError { code message path } } }`;
          for (const extra of [
            { expectedRevision: 99 },
            { dryRun: true },
            { idempotencyKey: `probe ${mutation}` },
          ]) {
            const ask = (id: string) => gateway.askForText(who, query, { input: { id, ...more, ...extra } });
            for (const id of hidden)
              expect(await ask(id), `${id} for ${name}`).toBe(await ask(missingLike(id)));
          }
        }
      }
    });
  });
});
