import type { Role } from '#domain/privacy/viewer.ts';
import { decisionRecord } from '../../support/story.ts';
import type { Offered, Step } from './steps.ts';
import { loner, project } from './world.ts';

/** Steps that one person once took alone, over HTTP, in minutes. */
export interface Seed {
  readonly title: string;
  readonly steps: readonly ((tenant: string, offered: Offered) => Step)[];
}

const idOf = ({ contents }: Offered, words: string): string => {
  const found = [...contents].filter(([, content]) => content.includes(words));
  const [id] = found.at(-1) ?? [];
  if (id === undefined) throw new Error(`Nothing in the world says: ${words}`);
  return id;
};
const step =
  (
    roles: readonly Role[],
    mutation: string,
    input: (offered: Offered) => object,
    answers = 'done',
    spelling = 'mallory',
  ) =>
  (tenant: string, offered: Offered): Step => ({
    who: loner(tenant, roles, spelling),
    mutation,
    input: input(offered),
    answers,
  });

const edit = 'editItem';
const promote = 'promoteCandidate';
const own = 'promotion.reviewer_is_contributor';
const notOwner = 'source_change.not_owner';
const contradictions = (offered: Offered) => offered.ids.get('Contradiction') ?? [];
const writes = (at: number, answers = 'done') =>
  step(
    ['contributor'],
    'createMemory',
    () => ({ project, kind: 'FACT', content: `Mallory says ${at} of it.` }),
    answers,
  );

/** The findings of a review from inside, each as the steps that were taken. */
export const seeds: readonly Seed[] = [
  {
    title: 'a reviewer rewords a believed fact and promotes the wording',
    steps: [
      step(['reviewer'], edit, (offered) => ({
        id: idOf(offered, 'crane 2'),
        content: 'We will check crane 2 without any check.',
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'crane 2 without any check') }), own),
      step(
        ['reviewer'],
        promote,
        (offered) => ({ id: idOf(offered, 'crane 2 without any check') }),
        own,
        'MALLORY',
      ),
    ],
  },
  {
    title:
      'a reviewer rewords a candidate and promotes it: it is believed with a mark that they cannot take off',
    steps: [
      step(['reviewer'], edit, (offered) => ({
        id: idOf(offered, 'crane 1'),
        content: 'We will check crane 1 without any check.',
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'crane 1') })),
      step(
        ['reviewer'],
        'verify',
        (offered) => ({ id: idOf(offered, 'crane 1') }),
        'verification.own_wording',
        'MALLORY',
      ),
    ],
  },
  {
    title: 'a reviewer merges two believed facts into words of their own and promotes them',
    steps: [
      step(['reviewer'], 'resolveContradiction', (offered) => ({
        id: contradictions(offered)[0],
        action: 'MERGE',
        mergedContent: 'We will run the pump as Mallory likes.',
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'as Mallory likes') }), own),
    ],
  },
  {
    title: 'a reviewer renames an entity that waits and promotes it',
    steps: [
      step(['reviewer'], 'editItem', (offered) => ({
        id: idOf(offered, 'keel of the mast'),
        name: 'Unchecked keel',
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'keel of the mast') })),
    ],
  },
  {
    title: 'a contributor who reviews, too, puts a sentence into a file and promotes it, in either spelling',
    steps: [
      step(['contributor'], 'ingestDocuments', () => ({
        project,
        documents: [{ path: 'mine.md', content: decisionRecord('We will do as Mallory says.') }],
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'as Mallory says') }), own),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'as Mallory says') }), own, 'MALLORY'),
    ],
  },
  {
    title: 'a service of the same name records a statement that its owner promotes',
    steps: [
      step(['service'], 'recordExtraction', () => ({
        project,
        extractorVersion: 'reader 2',
        schemaName: 'vouch.statements',
        payload: { statements: [{ kind: 'FACT', content: 'The tide obeys Mallory.' }] },
        fieldConfidence: [{ field: 'content', confidence: 0.99 }],
      })),
      step(['reviewer'], promote, (offered) => ({ id: idOf(offered, 'obeys Mallory') }), own, 'MALLORY'),
    ],
  },
  {
    title: 'a contributor hides what reviewers believed and an admin mandated, and grants their own request',
    steps: [
      step(['contributor'], 'setMemoryPersonal', (offered) => ({
        id: idOf(offered, 'buoy 7'),
        isPersonal: true,
      })),
      step(['reviewer'], 'setMemoryPersonal', (offered) => ({
        id: idOf(offered, 'buoy 7'),
        isPersonal: true,
      })),
    ],
  },
  {
    title: 'an author corrects their own fact, and their service names people whom nobody knows',
    steps: [
      step(['contributor'], 'recordEvidence', (offered) => ({
        memoryId: idOf(offered, 'buoy 2'),
        detectionType: 'CORRECTION',
        userQuote: 'Yes, it is so.',
      })),
      ...['ann', 'ben', 'cleo'].map((sourceUser) =>
        step(['service'], 'recordEvidence', (offered) => ({
          memoryId: idOf(offered, 'buoy 2'),
          detectionType: 'CONFIRMATION',
          sourceUser,
          sourceRef: `a call with ${sourceUser}`,
        })),
      ),
    ],
  },
  {
    title: 'a correction that denies the fact raises it, and one person disputes it thrice',
    steps: [
      step(
        ['contributor'],
        'recordEvidence',
        (offered) => ({
          memoryId: idOf(offered, 'We will run the winch'),
          detectionType: 'CORRECTION',
          userQuote: 'No, we no longer run the winch at 7 bar.',
        }),
        'evidence.denial',
      ),
      step(['reader'], 'disputeMemory', (offered) => ({ id: idOf(offered, 'crane 2'), quote: 'No.' })),
      ...['MALLORY', 'Mallory'].map((spelling) =>
        step(
          ['reader'],
          'disputeMemory',
          (offered) => ({ id: idOf(offered, 'crane 2'), quote: 'No.' }),
          'dispute.already_open',
          spelling,
        ),
      ),
    ],
  },
  {
    title: 'one contributor floods the queue',
    steps: [...[1, 2, 3, 4, 5, 6, 7].map((at) => writes(at)), writes(8, 'queue.contributor_full')],
  },
  {
    title:
      'a reviewer puts a contradiction and a dispute off for everybody, and decides what another has claimed',
    steps: [
      step(['reviewer'], 'snoozeInboxItem', (offered) => ({
        id: `inb_CONTRADICTION.${contradictions(offered)[0]}`,
        until: '2026-03-20T00:00:00Z',
      })),
      step(['reviewer'], 'snoozeInboxItem', (offered) => ({
        id: `inb_DISPUTE.${idOf(offered, 'carol says that the fog')}`,
        until: '2026-03-20T00:00:00Z',
      })),
      step(
        ['reviewer'],
        'rejectCandidate',
        (offered) => ({ id: idOf(offered, 'buoy 1'), reason: 'No.' }),
        'inbox.claimed',
      ),
    ],
  },
  {
    title: 'a contributor overwrites and withdraws what a service brought in, and accepts it as a reviewer',
    steps: [
      step(['contributor'], 'ingestDocuments', () => ({
        project,
        documents: [{ path: 'adr/crane.md', content: decisionRecord('We will check no crane.') }],
      })),
      step(
        ['reviewer'],
        'acceptSourceChange',
        (offered) => ({ id: idOf(offered, 'We will check no crane') }),
        notOwner,
      ),
      step(['contributor', 'service'], 'withdrawDocuments', () => ({
        project,
        paths: ['adr/crane.md', 'drift.md'],
      })),
      ...['mallory', 'MALLORY'].map((spelling) =>
        step(
          ['reviewer', 'contributor'],
          'acceptSourceChange',
          (offered) => ({ id: idOf(offered, 'as mallory likes it') }),
          notOwner,
          spelling,
        ),
      ),
    ],
  },
  {
    title: 'a service brings a version of another service’s source, and declines what waits for its own',
    steps: [
      step(['service'], 'ingestDocuments', () => ({
        project,
        documents: [{ path: 'drift.md', content: decisionRecord('We will hoist no flag.') }],
      })),
      step(['contributor'], 'declineSourceChange', (offered) => ({
        id: idOf(offered, 'paint the float'),
        reason: 'No.',
      })),
    ],
  },
  {
    title: 'an author who reviews, too, brings back what another reviewer ended',
    steps: [
      step(['reviewer'], 'restore', (offered) => ({ id: idOf(offered, 'buoy 5') }), own),
      step(['reviewer'], 'restore', (offered) => ({ id: idOf(offered, 'deck of the hull') }), own),
    ],
  },
  {
    title: 'an author rewords what they keep to themselves, and shares it again',
    steps: [
      step(['contributor', 'reviewer'], edit, (offered) => ({
        id: idOf(offered, 'mallory says that the coffee is cold'),
        content: 'mallory says that everybody pays for the coffee.',
      })),
      step(['contributor', 'reviewer'], 'setMemoryPersonal', (offered) => ({
        id: idOf(offered, 'mallory says that the coffee is cold'),
        isPersonal: false,
      })),
    ],
  },
];
