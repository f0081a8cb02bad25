import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BundleFacts, bundleDefaults, rankBundle } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { detectionTypes } from '#domain/evidence/detection-types.ts';
import { bundleCandidates, countInScope } from '#persistence/bundle/bundle.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { beginning, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';

const daysAgo = (days: number) => new Date(beginning.getTime() - days * 86_400_000);
const days = fc.oneof(fc.noBias(fc.nat(400)), fc.nat(800), fc.double({ min: -2, max: 400, noNaN: true }));
/** Confidences that differ little, so that age decides between them. */
const alike = fc.integer({ min: 30, max: 100 }).map((percent) => percent / 100);
const anyEvent = fc.record({
  type: fc.constantFrom(...detectionTypes),
  user: fc.constantFrom('ann', 'bob', 'cat'),
  at: days,
});
const anyMemory = fc.record({
  mandatory: fc.constantFrom(false, false, false, true),
  confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), alike),
  created: days,
  updated: days,
  evidence: fc.oneof(fc.array(anyEvent, { maxLength: 0 }), fc.array(anyEvent, { maxLength: 4 })),
});

/** Numbers above the starting ones, for which no bounds are stored, and below. */
const times = fc.constantFrom(1, 1, 1, 0.5, 2);
const many = fc.noBias(fc.array(anyMemory, { minLength: 15, maxLength: 25 }));
const anyMemories = fc.oneof(fc.array(anyMemory, { maxLength: 12 }), many, many);

describe('the order in which the store finds what may be delivered is the pure one', () => {
  onServerStore((store) => {
    test('for any memories, evidence and times, in batches', async () => {
      let tenants = 0;
      await fc.assert(
        fc.asyncProperty(anyMemories, times, times, async (memories, half, recent) => {
          tenants += 1;
          const tenant = `tenant ${tenants}`;
          const db = store().orm.em.fork().getKysely() as never;
          const idOf = (index: number) => `mem_${tenants}_${String(index).padStart(3, '0')}`;
          await bulkInsert(
            db,
            'memories',
            memories.map(({ mandatory, confidence, created, updated }, index) => ({
              id: idOf(index),
              tenant,
              project: 'p',
              contributor: 'carol',
              audience: [],
              is_personal: false,
              hand_authored: true,
              visibility_key: 'shared',
              status: 'ACTIVE',
              revision: 1,
              content: idOf(index),
              confidence,
              pending_since: beginning,
              created_at: daysAgo(created),
              updated_at: daysAgo(updated),
              kind: 'FACT',
              tags: [],
              suggested_labels: [],
              sensitivity_labels: [],
              mandatory,
              domain_derived: false,
              tags_derived: false,
            })),
          );
          const evidenceRows = memories.flatMap(({ evidence }, index) =>
            evidence.map(({ type, user, at }, place) => ({
              id: `evi_${tenants}_${index}_${place}`,
              tenant,
              memory_id: idOf(index),
              detection_type: type,
              source_user: user,
              recorded_by: user,
              verifier_key: user,
              created_at: daysAgo(at),
            })),
          );
          // In two statements, so that some has its further evidence later.
          for (const turn of [0, 1])
            await bulkInsert(
              db,
              'evidence',
              evidenceRows.filter((_, place) => place % 2 === turn),
            );
          const facts = memories.map(
            ({ mandatory, confidence, created, updated, evidence }, index): BundleFacts => {
              const newest = Math.max(...evidence.map(({ at }) => daysAgo(at).getTime()));
              return {
                id: idOf(index),
                mandatory,
                written: confidence,
                createdAt: daysAgo(created),
                updatedAt: daysAgo(updated),
                detectionTypes: evidence.map(({ type }) => type),
                evidenceCount: evidence.length,
                verifierCount: new Set(evidence.map(({ user }) => user)).size,
                newestEvidenceAt: evidence.length === 0 ? null : new Date(newest),
              };
            },
          );
          const terms = {
            now: beginning,
            bundle: { ...bundleDefaults, recencyDays: bundleDefaults.recencyDays * recent },
            confidence: { ...confidenceDefaults, halfLifeDays: confidenceDefaults.halfLifeDays * half },
          };
          const rank = (given: readonly BundleFacts[]) =>
            rankBundle(given, beginning, terms.bundle, terms.confidence);
          const scope = { project: null, subjectId: null, now: beginning };
          const session = openReadSession(store().orm, viewer('rita', ['reader'], { tenant }));
          const found: BundleFacts[] = [];
          for (let offset = 0; offset < memories.length; offset += 10)
            found.push(...(await bundleCandidates(session, scope, terms, { limit: 10, offset })));
          // The same in the order of bounds, of which so few are read that more are needed, and at last all.
          const bounded: BundleFacts[] = [];
          for (
            let batch = found;
            batch.length > 0 && bounded.length < memories.length;
            bounded.push(...batch)
          )
            batch = await bundleCandidates(
              session,
              scope,
              terms,
              { limit: 4, offset: bounded.length },
              [5, 12],
            );
          const { deliverable } = await countInScope(session, scope);
          await session.close();

          const expected = rank(facts);
          expect(deliverable).toBe(facts.length);
          // Each is shown as the pure rule computes it, whatever the store computed.
          expect(rank(found)).toEqual(expected);
          // Another library's `power` may differ in a last bit: places are compared by their scores.
          const scores = new Map(expected.map(({ id, rank: { score } }) => [id, score]));
          for (const order of [found, bounded]) {
            expect(order).toHaveLength(expected.length);
            for (const [place, { id, mandatory }] of order.entries()) {
              expect(mandatory).toBe(expected[place]?.mandatory);
              expect(scores.get(id)).toBeCloseTo(expected[place]?.rank.score ?? Number.NaN, 12);
            }
          }
        }),
        { numRuns: 60, endOnFailure: true },
      );
    });
  });
});
