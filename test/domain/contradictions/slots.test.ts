import { expect, test } from 'vitest';
import { readSentences } from '#domain/contradictions/heuristic/read-clauses.ts';
import { readSlots, slotDifference } from '#domain/contradictions/heuristic/slots.ts';

const slotsOf = (content: string) => readSlots(readSentences(content));

const table = (
  title: string,
  expected: 'HARD' | 'SOFT' | null,
  pairs: readonly (readonly [string, string])[],
) =>
  test.for(pairs)(`${title}: %s | %s`, ([one, other]) => {
    expect(slotDifference(slotsOf(one), slotsOf(other))?.severity ?? null).toBe(expected);
    expect(slotDifference(slotsOf(other), slotsOf(one))?.severity ?? null).toBe(expected);
  });

test.for<
  [
    sentence: string,
    matter: string,
    value: string,
    kind: string | null,
    action: string | null,
    way: string | null,
  ]
>([
  ['We use Jira for tickets.', 'ticket', 'jira', 'tracker', null, null],
  ['The team uses Jira as our ticket tool.', 'ticket', 'jira', 'tracker', null, null],
  ['We use Atlassian Jira as our ticket solution.', 'ticket', 'atlassian jira', 'tracker', null, null],
  ['We use Jira for tickets with photos of tickets.', 'pictur ticket', 'jira', 'tracker', null, null],
  ['For our tickets, we use Jira.', 'ticket', 'jira', 'tracker', null, null],
  ['Our tickets are kept in Jira.', 'ticket', 'jira', 'tracker', 'keep', 'in'],
  ['All tickets are stored in the Jira.', 'ticket', 'jira', 'tracker', 'keep', 'in'],
  ['Tickets live in Jira!', 'ticket', 'jira', 'tracker', 'keep', 'in'],
  ['We keep the tickets in Jira.', 'ticket', 'jira', 'tracker', 'keep', 'in'],
  ['The tickets are handled by Jira.', 'ticket', 'jira', 'tracker', null, 'by'],
  ['Pages are rendered via Hugo.', 'page', 'hugo', 'page generator', 'make', 'with'],
  ['Pages are pushed into Falcon.', 'page', 'falcon', null, 'send', 'in'],
  ['We build the pages through Hugo.', 'page', 'hugo', 'page generator', 'make', 'with'],
  ['The pages are printed using Falcon.', 'page', 'falcon', null, 'make', 'with'],
  ['Pages are reviewed in Falcon.', 'page', 'falcon', null, 'review', 'in'],
  ['The code host is GitLab.', 'code host', 'gitlab', 'code host', null, null],
  ['Kubernetes orchestrates our containers.', 'container', 'kubernetes', 'orchestrator', null, 'by'],
  ['Our containers are orchestrated by Kubernetes.', 'container', 'kubernetes', 'orchestrator', null, 'by'],
  ['The code host is GitLab with mirrors.', 'code host', 'gitlab', 'code host', null, null],
  ['GitLab is our code host.', 'code host', 'gitlab', 'code host', null, null],
])('%s: what, in what, how', ([sentence, matter, value, kind, action, way]) => {
  expect(slotsOf(sentence)).toEqual([{ matter, value: value.split(' '), kind, action, way }]);
});

test.for([
  // Nothing of a known kind, and no name.
  'Tickets are kept in boxes.',
  'We use paper for tickets.',
  'We use paper for Harbour tickets.',
  'We use Falcon paper for tickets.',
  'We use this for Harbour tickets.',
  'Ada handles Jira.',
  // Less than one value, or more.
  'We only use Jira for tickets.',
  'We use Jira for tickets and bugs.',
  'We also use Jira for tickets.',
  'We use either Jira or Linear for tickets.',
  'When it rains, tickets are kept in Jira.',
  'Tickets were kept in Jira.',
  'We used to keep tickets in Jira.',
  // Denied, or not sure.
  'Tickets are not kept in Jira.',
  'Tickets are perhaps kept in Jira.',
  // A role is no place, and hides or shows it to somebody.
  'Drafts are hidden from managers.',
  // Nothing that it is for.
  'We use Jira for the tool.',
  'We use Jira.',
])('no slot: %s', (sentence) => {
  expect(slotsOf(sentence)).toEqual([]);
});

test('each sentence has its own slots', () => {
  const slots = slotsOf('We use Jira for tickets. It rained. We use Hugo for pages.');
  expect(slots.map(({ matter, value }) => [matter, value])).toEqual([
    ['ticket', ['jira']],
    ['page', ['hugo']],
  ]);
});

table('two values of one kind for one matter', 'HARD', [
  ['We use Jira for tickets.', 'The team uses Linear for the tickets.'],
  ['Our tickets are kept in Jira.', 'We use Linear for tickets.'],
  ['Tickets are stored in Jira.', 'We keep all tickets in Linear.'],
  ['Containers are orchestrated by Nomad.', 'Kubernetes orchestrates our containers.'],
  ['The code host is GitLab.', 'GitHub is our code host.'],
  ['It rained. We use Jira for tickets.', 'We use Hugo for pages. We use Linear for tickets.'],
]);

table('two values of one kind, one of them with another', 'HARD', [
  ['We use Prometheus with Grafana for monitoring.', 'We use Datadog for monitoring.'],
  ['The monitor is Prometheus with Grafana.', 'Datadog is our monitor.'],
]);

table('two names in one place, of no known kind', 'SOFT', [
  ['Invoices are stored in Falcon.', 'We keep the invoices in Osprey.'],
  ['We use Falcon for invoices.', 'For invoices we use Osprey.'],
  ['Invoices live in Falcon.', 'We use Osprey for invoices.'],
  ['Tickets are kept in Jira.', 'Tickets are kept in Falcon.'],
  ['Orders are kept in Kafka.', 'Orders are kept in Frankfurt.'],
  ['We use Falcon for tickets.', 'We use Jira for tickets.'],
]);

table('another matter, action or way, one value, or two kinds: both hold', null, [
  ['We use Jira for tickets.', 'We use Linear for holidays.'],
  ['We use Postgres for orders.', 'PostgreSQL is used for orders.'],
  ['We use Jira for tickets.', 'Tickets are kept in Jira.'],
  ['Reports are printed in Falcon.', 'Reports are stored in Osprey.'],
  ['Reports are sent to Falcon.', 'Reports are sent with Osprey.'],
  ['We use Postgres for orders.', 'We use Kafka for orders.'],
  ['We use Postgres for orders.', 'Orders are kept in Kafka.'],
  ['We use Jira for tickets.', 'We use Atlassian Jira for tickets.'],
  ['Copies are kept in Frankfurt.', 'Copies are kept in Germany.'],
  ['Containers are audited by Nomad.', 'Containers are hosted by Kubernetes.'],
  ['Tickets are audited in Jira.', 'Tickets are written in Linear.'],
]);
