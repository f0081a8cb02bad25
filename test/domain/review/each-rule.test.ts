import { describe, expect, test } from 'vitest';
import { verifierKey } from '#domain/evidence/verifier-key.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { decideDispute, decideEvidence, decideMandate, decideSettlement } from '#domain/review/belief.ts';
import { isInOwnWords } from '#domain/review/own-wording.ts';
import { decidePersonal, type PersonalFacts } from '#domain/review/personal-request.ts';
import { activeOriginRule } from '#domain/review/rules/active-origin.ts';
import { believedRule } from '#domain/review/rules/believed.ts';
import { confirmedByAnotherRule } from '#domain/review/rules/confirmed-by-another.ts';
import { disputableRule } from '#domain/review/rules/disputable.ts';
import { distinctReviewerRule } from '#domain/review/rules/distinct-reviewer.ts';
import { entitledEditorRule } from '#domain/review/rules/entitled-editor.ts';
import { entitledVerifierRule } from '#domain/review/rules/entitled-verifier.ts';
import { regainedByAnotherRule } from '#domain/review/rules/regained-by-another.ts';
import { soundExtractionRule } from '#domain/review/rules/sound-extraction.ts';
import type { DecisionInput, ItemFacts, PromotionRule } from '#domain/review/types.ts';
import { itemFacts } from '#test/support/item-facts.ts';

const viewer = (user: string, roles: readonly Role[] = [], groups: readonly string[] = []): Viewer => ({
  tenant: 'acme',
  user,
  roles,
  groups,
});
const reviewer = viewer('bob', ['reviewer']);
const by = (actor: Viewer, more: Partial<DecisionInput> = {}): DecisionInput => ({
  actor,
  expectedRevision: null,
  takeOver: false,
  fourEyes: 'on',
  ...more,
});

type Case = readonly [
  rule: PromotionRule,
  facts: Partial<ItemFacts>,
  input: DecisionInput,
  code: string | null,
];

describe('a rule of review', () => {
  const cases: Record<string, Case> = {
    'lets a verified item be active': [believedRule, { status: 'ACTIVE' }, by(reviewer), null],
    'lets a verified item be graduated': [believedRule, { status: 'GRADUATED' }, by(reviewer), null],
    'refuses to verify a candidate': [believedRule, {}, by(reviewer), 'verification.not_believed'],
    'refuses to verify a retired item': [
      believedRule,
      { status: 'RETIRED' },
      by(reviewer),
      'verification.not_believed',
    ],
    'lets an active item be disputed': [disputableRule, { status: 'ACTIVE' }, by(reviewer), null],
    'lets a graduated item be disputed': [disputableRule, { status: 'GRADUATED' }, by(reviewer), null],
    'refuses to dispute a candidate': [disputableRule, {}, by(reviewer), 'dispute.not_believed'],
    'promotes what no routing has judged': [soundExtractionRule, {}, by(reviewer), null],
    'promotes what a routing approved': [
      soundExtractionRule,
      { routingStatus: 'AUTO_APPROVED' },
      by(reviewer),
      null,
    ],
    'promotes nothing of a rejected extraction': [
      soundExtractionRule,
      { routingStatus: 'REJECTED' },
      by(reviewer),
      'promotion.extraction_rejected',
    ],
    'promotes what graduated from no memory': [activeOriginRule, {}, by(reviewer), null],
    'promotes what graduated from an active memory': [
      activeOriginRule,
      { originStatus: 'ACTIVE' },
      by(reviewer),
      null,
    ],
    'promotes nothing that graduated from a memory which has graduated': [
      activeOriginRule,
      { originStatus: 'GRADUATED' },
      by(reviewer),
      'graduation.origin_not_active',
    ],
    'promotes a successor whose memory has graduated': [
      activeOriginRule,
      { originStatus: 'GRADUATED', succeeds: 'standing' },
      by(reviewer),
      null,
    ],
    'promotes no successor whose memory is retired': [
      activeOriginRule,
      { originStatus: 'RETIRED', succeeds: 'standing' },
      by(reviewer),
      'graduation.origin_not_active',
    ],
    'lets another confirm a wording': [confirmedByAnotherRule, { wordingBy: 'ann' }, by(reviewer), null],
    'lets nobody confirm words of their own, under any spelling': [
      confirmedByAnotherRule,
      { wordingBy: 'BOB' },
      by(reviewer),
      'verification.own_wording',
    ],
    'lets one person confirm everything where four eyes are off': [
      confirmedByAnotherRule,
      { wordingBy: 'bob' },
      by(reviewer, { fourEyes: 'off' }),
      null,
    ],
    'lets a reviewer edit what is believed': [entitledEditorRule, { status: 'ACTIVE' }, by(reviewer), null],
    'lets a contributor edit their candidate': [entitledEditorRule, {}, by(viewer('ann')), null],
    'refuses a contributor what is believed': [
      entitledEditorRule,
      { status: 'ACTIVE' },
      by(viewer('ann')),
      'forbidden',
    ],
    'refuses a stranger a candidate': [entitledEditorRule, {}, by(viewer('carol')), 'forbidden'],
    'lets a reviewer verify without an owner': [entitledVerifierRule, {}, by(reviewer), null],
    'lets an owner verify': [
      entitledVerifierRule,
      { owner: { kind: 'USER', name: 'carol' } },
      by(viewer('carol')),
      null,
    ],
    'lets somebody of the group that owns it verify': [
      entitledVerifierRule,
      { owner: { kind: 'GROUP', name: 'board' } },
      by(viewer('carol', [], ['crew', 'board'])),
      null,
    ],
    'takes no user for a group of the same name': [
      entitledVerifierRule,
      { owner: { kind: 'GROUP', name: 'carol' } },
      by(viewer('carol')),
      'forbidden',
    ],
    'refuses a stranger to verify': [
      entitledVerifierRule,
      { owner: { kind: 'USER', name: 'ann' } },
      by(viewer('carol')),
      'forbidden',
    ],
    'leaves words that say more to reviewers': [
      entitledVerifierRule,
      { owner: { kind: 'USER', name: 'carol' }, wordingBy: 'ann' },
      by(viewer('carol')),
      'verification.needs_reviewer',
    ],
    'leaves what a routing rejected to reviewers': [
      entitledVerifierRule,
      { owner: { kind: 'USER', name: 'carol' }, routingStatus: 'REJECTED' },
      by(viewer('carol')),
      'verification.needs_reviewer',
    ],
    'promotes what another contributed': [distinctReviewerRule, {}, by(reviewer), null],
    'promotes nothing that the actor wrote': [
      distinctReviewerRule,
      { handAuthored: true, contributor: 'bob', ingesters: ['ann'] },
      by(reviewer),
      'promotion.reviewer_is_contributor',
    ],
    'promotes nothing that the actor recorded': [
      distinctReviewerRule,
      { recordedBy: 'bob' },
      by(reviewer),
      'promotion.reviewer_is_contributor',
    ],
    'promotes nothing that the actor alone brought in': [
      distinctReviewerRule,
      { ingesters: ['bob', 'Bob'] },
      by(reviewer),
      'promotion.reviewer_is_contributor',
    ],
    'promotes what the actor and another brought in': [
      distinctReviewerRule,
      { ingesters: ['bob', 'ann'] },
      by(reviewer),
      null,
    ],
    'brings nothing back that has the words of the actor': [
      regainedByAnotherRule,
      { rewordedBy: ['ann', 'Bob'], saysMoreThanSource: true },
      by(reviewer),
      'promotion.reviewer_is_contributor',
    ],
    'brings back what the actor tidied': [regainedByAnotherRule, { rewordedBy: ['bob'] }, by(reviewer), null],
    'promotes anything where four eyes are off': [
      distinctReviewerRule,
      { recordedBy: 'bob', ingesters: ['bob'] },
      by(reviewer, { fourEyes: 'off' }),
      null,
    ],
  };
  test.for(Object.entries(cases))('%s', ([, [rule, facts, input, code]]) => {
    expect(rule(itemFacts(facts), input)?.code ?? null).toBe(code);
  });

  test.for([
    [['bob'], true, 'on', true],
    [['ann', 'BOB'], true, 'on', true],
    [['ann'], true, 'on', false],
    [[], true, 'on', false],
    [['bob'], false, 'on', false],
    [['bob'], true, 'off', false],
  ] as const)(
    'takes words of %o, which say more: %s, with four eyes %s, for bob’s own: %s',
    ([rewordedBy, saysMoreThanSource, fourEyes, isOwn]) => {
      expect(isInOwnWords({ rewordedBy, saysMoreThanSource }, by(reviewer, { fourEyes }))).toBe(isOwn);
    },
  );
});

describe('evidence', () => {
  test.for([
    ['by somebody else counts as theirs', 'Carol', 'carol', false, ['ann'], 'carol'],
    ['of a person whom the tenant knows counts as theirs', 'Dora', 'agent', true, ['ann'], 'dora'],
    ['of a person whom nobody knows counts as who recorded it', 'Dora', 'agent', false, ['ann'], 'agent'],
    ['on words of one’s own counts nothing', 'Ann', 'ann', false, ['bob', 'ANN'], null],
    [
      'of a service on words that it brought in counts nothing',
      'Dora',
      'agent',
      false,
      ['agent', 'ann'],
      null,
    ],
    ['on what nobody wrote counts', 'Ann', 'ann', false, [], 'ann'],
  ] as const)('%s', ([, named, recorder, isKnownToService, authors, key]) => {
    expect(verifierKey({ named, recorder, isKnownToService, authors })).toBe(key);
  });
});

describe('belief', () => {
  const believed = itemFacts({ status: 'ACTIVE', revision: 4 });
  const codeOf = (decision: { outcome: string; violation?: { code: string } }) =>
    decision.violation?.code ?? decision.outcome;

  test.for([
    ['a mandate', { mandatory: true, unknownGroups: [] }, {}, 'applied'],
    [
      'a mandate on a candidate',
      { mandatory: true, unknownGroups: [] },
      { status: 'CANDIDATE' },
      'mandate.not_believed',
    ],
    [
      'the end of a mandate on what is believed no more',
      { mandatory: false, unknownGroups: [] },
      { status: 'RETIRED' },
      'applied',
    ],
    [
      'a mandate on a personal memory',
      { mandatory: true, unknownGroups: [] },
      { isPersonal: true },
      'mandate.personal',
    ],
    [
      'a mandate for an unknown group',
      { mandatory: true, unknownGroups: ['crew'] },
      {},
      'audience.unknown_group',
    ],
  ] as const)('%s: %o on %o is %s', ([, asked, facts, outcome]) => {
    expect(codeOf(decideMandate({ ...believed, ...facts }, asked, by(viewer('root', ['admin']))))).toBe(
      outcome,
    );
  });

  test('words that deny a memory are no evidence for it', () => {
    expect(codeOf(decideEvidence(believed, { isDenial: true }, by(reviewer)))).toBe('evidence.denial');
    expect(codeOf(decideEvidence(believed, { isDenial: false }, by(reviewer)))).toBe('applied');
  });

  test.for([
    [{ isOpen: false, repeatsVisibleItem: false }, 'applied'],
    [{ isOpen: true, repeatsVisibleItem: false }, 'dispute.already_open'],
    [{ isOpen: false, repeatsVisibleItem: true }, 'memory.duplicate'],
  ] as const)('a dispute with %o is %s', ([facts, outcome]) => {
    expect(codeOf(decideDispute(believed, facts, by(viewer('rita'))))).toBe(outcome);
  });

  test.for([
    ['that it holds, by another', 1, 'DISMISSED', ['ann'], 'on', 'applied'],
    ['that it holds, by one of its authors', 1, 'DISMISSED', ['ann', 'BOB'], 'on', 'dispute.own_words'],
    ['that it does not hold, by its author', 1, 'UPHELD', ['bob'], 'on', 'applied'],
    ['that it holds, by its author without four eyes', 1, 'DISMISSED', ['bob'], 'off', 'applied'],
    ['without a dispute', 0, 'DISMISSED', ['ann'], 'on', 'dispute.none_open'],
  ] as const)(
    'a dispute is settled %s: %i %s by bob, written by %o, four eyes %s: %s',
    ([, openDisputes, verdict, authors, fourEyes, outcome]) => {
      const decision = decideSettlement(
        believed,
        { openDisputes, verdict, authors },
        by(reviewer, { fourEyes }),
      );
      expect(codeOf(decision)).toBe(outcome);
    },
  );

  const personal = (facts: Partial<PersonalFacts>): PersonalFacts => ({
    ...believed,
    mandatory: false,
    isRequested: false,
    ...facts,
  });
  const ann = viewer('ann');
  const admin = viewer('root', ['reviewer', 'admin']);
  test.for([
    ['is asked for by the contributor of what is believed', ann, {}, true, 'on', 'requested'],
    ['is set by the contributor of a candidate', ann, { status: 'CANDIDATE' }, true, 'on', 'set'],
    ['is set by the contributor where four eyes are off', ann, {}, true, 'off', 'set'],
    ['is set again where it is personal', ann, { isPersonal: true }, true, 'on', 'set'],
    ['ends by the contributor', ann, { isPersonal: true }, false, 'on', 'set'],
    ['is not a stranger’s', viewer('carol'), { isRequested: true }, true, 'on', 'hidden'],
    ['is no reviewer’s whom nobody asked', reviewer, {}, true, 'on', 'hidden'],
    ['is set by a reviewer who was asked', reviewer, { isRequested: true }, true, 'on', 'set'],
    ['is declined by a reviewer who was asked', reviewer, { isRequested: true }, false, 'on', 'declined'],
    [
      'is not granted under a mandate',
      reviewer,
      { isRequested: true, mandatory: true },
      true,
      'on',
      'personal.mandated',
    ],
    [
      'is granted under a mandate by an admin',
      admin,
      { isRequested: true, mandatory: true },
      true,
      'on',
      'set',
    ],
    [
      'is not granted by the contributor under another spelling',
      viewer('ANN', ['reviewer']),
      { isRequested: true },
      true,
      'on',
      'hidden',
    ],
    ['is not set on a revision of before', ann, { revision: 5 }, true, 'on', 'conflict.stale_revision'],
  ] as const)('privacy %s', ([, actor, facts, isPersonal, fourEyes, outcome]) => {
    const input = by(actor, { fourEyes, expectedRevision: 4 });
    expect(codeOf(decidePersonal(personal(facts), { isPersonal }, input))).toBe(outcome);
  });
});
