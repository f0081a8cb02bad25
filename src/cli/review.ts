import { randomUUID } from 'node:crypto';
import { givenText } from '#domain/bundle/given-text.ts';
import { type ApiAddress, askPatiently } from './api-client.ts';
import {
  inboxQuery,
  type Refusable,
  returnMutation,
  reviewMutation,
  snoozeMutation,
} from './review/operations.ts';
import { openPrompt, type Prompt } from './review/prompt.ts';

const entriesPerCall = 25;
const threeDays = 3 * 86_400_000;

interface Item {
  readonly __typename: string;
  readonly id: string;
  readonly revision: number;
  readonly content: string;
  readonly kind?: string;
  readonly entityType?: string;
  readonly name?: string;
  readonly confidence: number;
  readonly rule: string | null;
  readonly stale: boolean;
  readonly project: { readonly name: string };
  readonly contributor: { readonly name: string };
  readonly sourceSpan: { readonly text: string; readonly speaker: string | null } | null;
  readonly source: {
    readonly text?: string;
    readonly headingPath?: readonly string[];
    readonly document?: { readonly path: string } | null;
  } | null;
  readonly wouldSupersede: readonly { readonly id: string; readonly content: string }[];
  readonly possibleDuplicates: readonly {
    readonly candidate: { readonly id: string; readonly content: string };
  }[];
}

interface Entry {
  readonly id: string;
  readonly claimedBy: { readonly name: string } | null;
  readonly subject: Item;
}

interface Page {
  readonly inbox: {
    readonly nodes: readonly Entry[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** Keys of the console's inbox that decide candidates, each with its meaning. */
const keys = {
  1: 'promote',
  2: 'edit, then promote',
  3: 'reject with a reason',
  d: 'reject as a duplicate',
  h: 'snooze for three days',
  j: 'next entry',
  k: 'previous entry',
  u: 'undo the last decision',
  '?': 'this help',
  q: 'end',
} as const;

const help = Object.entries(keys).map(([key, meaning]) => `${key}  ${meaning}`);

/** True for a line of the source that the statement was read from. */
const isOf = (said: string, line: string): boolean =>
  said !== '' && line.trim() !== '' && (line.includes(said) || said.includes(line.trim()));

/** Says what an entry is about: the statement, its source and what it meets, without hidden characters. */
const linesOf = ({ claimedBy, subject }: Entry): string[] => {
  const { source, sourceSpan } = subject;
  const said = sourceSpan?.text ?? '';
  const place = source?.document
    ? [source.document.path, ...(source.headingPath ?? [])].join(' › ')
    : 'no document';
  return [
    `${subject.id}  ${subject.kind ?? subject.entityType}  ${subject.project.name}  confidence ${subject.confidence}${subject.rule ? `  ${subject.rule}` : ''}`,
    ...(subject.name ? [subject.name] : []),
    `  ${subject.content}`,
    `From ${place}, by ${subject.contributor.name}${sourceSpan?.speaker ? `, said by ${sourceSpan.speaker}` : ''}:`,
    ...(source?.text ?? said).split('\n').map((line) => `  ${isOf(said, line) ? '>' : '|'} ${line}`),
    ...(subject.stale ? ['It has waited for long.'] : []),
    ...(claimedBy ? [`Claimed by ${claimedBy.name}.`] : []),
    ...subject.wouldSupersede.map(({ id, content }) => `Would supersede ${id}: ${content}`),
    ...subject.possibleDuplicates.map(({ candidate: { id, content } }) => `Much like ${id}: ${content}`),
  ].map(givenText);
};

const messageOf = (answer: Refusable): string | null =>
  answer.code === undefined ? null : String(answer.message);

type Action = 'PROMOTE' | 'REJECT' | 'SNOOZE';
interface Decided {
  readonly entry: Entry;
  readonly action: Action;
}

/** Every entry of the inbox that is a candidate, most urgent first, page by page. */
const entriesOf = async function* (address: ApiAddress, project: string | undefined): AsyncGenerator<Entry> {
  for (let after: string | null = null, more = true; more; ) {
    const { inbox }: Page = await askPatiently(
      address,
      inboxQuery,
      { first: entriesPerCall, after, project },
      after !== null,
    );
    yield* inbox.nodes;
    more = inbox.pageInfo.hasNextPage;
    after = inbox.pageInfo.endCursor;
  }
};

/** Sends decisions under keys of their own, and answers why one was refused; null: it was made. */
const deciderOf = (address: ApiAddress) => {
  const send = async (mutation: string, input: object): Promise<Refusable> =>
    Object.values(
      await askPatiently<Record<string, Refusable>>(address, mutation, {
        input: { ...input, idempotencyKey: randomUUID() },
      }),
    )[0] as Refusable;
  const snooze = (id: string, until: Date | null) => send(snoozeMutation, { id, until });
  return {
    review: async (item: Item, decision: object): Promise<string | null> => {
      const decisions = [{ id: item.id, expectedRevision: item.revision, ...decision }];
      const answer = await send(reviewMutation, { decisions, errorPolicy: 'SKIP_FAILED' });
      return messageOf(answer) ?? answer.results?.[0]?.error?.message ?? null;
    },
    snooze: async (entry: Entry) => messageOf(await snooze(entry.id, new Date(Date.now() + threeDays))),
    takeBack: ({ entry, action }: Decided) =>
      action === 'SNOOZE' ? snooze(entry.id, null) : send(returnMutation, { id: entry.subject.id }),
  };
};

/** Decides entry by entry, as the keys say, until they end or nothing waits. */
const decideBy = async (
  prompt: Prompt,
  address: ApiAddress,
  project: string | undefined,
): Promise<Record<Action, number>> => {
  const decider = deciderOf(address);
  const waiting = entriesOf(address, project);
  const seen: Entry[] = [];
  const made: Decided[] = [];
  let place = 0;
  const decide = async (entry: Entry, action: Action, refusal: Promise<string | null>) => {
    const message = await refusal;
    if (message !== null) return prompt.say([givenText(message)]);
    prompt.say([`${action === 'PROMOTE' ? 'Promoted' : action === 'REJECT' ? 'Rejected' : 'Snoozed'}.`]);
    made.push({ entry, action });
    seen.splice(place, 1);
  };
  const act = async (key: string, entry: Entry): Promise<boolean> => {
    const { subject } = entry;
    const reject = (reason: string, rejectionKind?: string) =>
      decide(entry, 'REJECT', decider.review(subject, { action: 'REJECT', reason, rejectionKind }));
    if (key === 'q') return false;
    if (key === '1') await decide(entry, 'PROMOTE', decider.review(subject, { action: 'PROMOTE' }));
    else if (key === '2') {
      const content = await prompt.line('New words: ', subject.content);
      if (content) await decide(entry, 'PROMOTE', decider.review(subject, { action: 'PROMOTE', content }));
    } else if (key === '3') {
      const reason = await prompt.line('Reason: ');
      if (reason) await reject(reason);
    } else if (key === 'd') await reject('A duplicate.', 'DUPLICATE');
    else if (key === 'h') await decide(entry, 'SNOOZE', decider.snooze(entry));
    else if (key === 'j') place += 1;
    else if (key === 'k') place = Math.max(0, place - 1);
    else if (key === 'u') await undo();
    else prompt.say(help);
    return true;
  };
  const undo = async () => {
    const last = made.at(-1);
    if (last === undefined) return prompt.say(['Nothing was decided.']);
    const answer = await decider.takeBack(last);
    const message = messageOf(answer);
    if (message !== null) return prompt.say([givenText(message)]);
    made.pop();
    prompt.say(['Taken back.']);
    const { subject } = last.entry;
    const revision = answer.item?.revision ?? subject.revision;
    seen.splice(place, 0, { ...last.entry, subject: { ...subject, revision } });
  };
  for (let shown: Entry | null = null; ; ) {
    if (place >= seen.length) {
      const { value } = await waiting.next();
      if (value) seen.push(value);
      place = Math.max(0, Math.min(place, seen.length - 1));
    }
    const entry = seen[place];
    if (entry === undefined) {
      prompt.say(['Nothing waits any more.']);
      const key = made.length > 0 ? await prompt.key('u undo, any other key ends: ') : null;
      if (key !== 'u') break;
      await undo();
      continue;
    }
    if (entry !== shown) prompt.say(['', ...linesOf(entry)]);
    shown = entry;
    const key = await prompt.key('1 promote, 2 edit, 3 reject, d, h, j, k, u, ?, q: ');
    if (key === null || !(await act(key, entry))) break;
  }
  const count = (action: Action) => made.filter((decided) => decided.action === action).length;
  return { PROMOTE: count('PROMOTE'), REJECT: count('REJECT'), SNOOZE: count('SNOOZE') };
};

/**
 * `vouch review`: candidates of the inbox, each decided by a key; keys come from a terminal, or as lines of a pipe. Where
 * programs read the answer (`--json`, or standard output is no terminal while keys are one's), it prints what waits and ends.
 */
export const review = async (
  address: ApiAddress,
  { project, json }: { readonly project: string | undefined; readonly json: boolean },
): Promise<void> => {
  if (json || (process.stdin.isTTY && !process.stdout.isTTY)) {
    for await (const entry of entriesOf(address, project))
      process.stdout.write(json ? `${JSON.stringify(entry)}\n` : `${linesOf(entry).join('\n')}\n\n`);
    return;
  }
  const prompt = openPrompt();
  try {
    const { PROMOTE, REJECT, SNOOZE } = await decideBy(prompt, address, project);
    prompt.say([`${PROMOTE} promoted, ${REJECT} rejected, ${SNOOZE} snoozed.`]);
  } finally {
    prompt.close();
  }
};
