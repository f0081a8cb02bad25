import { lemmaOf } from '#domain/contradictions/heuristic/lemmas.ts';

/** Pairs that exclude each other for one thing at one time: actions, states, alternatives. */
const pairs = `
allow/forbid allow/deny allow/block accept/reject enable/disable include/exclude trust/distrust approve/reject
increase/decrease require/forbid encrypt/decrypt grant/revoke keep/delete keep/remove keep/discard start/stop succeed/fail
activate/deactivate lock/unlock show/hide open/close connect/disconnect add/remove subscribe/unsubscribe like/dislike like/hate love/hate love/dislike enjoy/hate enjoy/dislike prefer/avoid
raise/lower create/destroy merge/split pass/fail
enabled/disabled allowed/forbidden public/private synchronous/asynchronous required/optional mandatory/optional
open/closed true/false internal/external manual/automatic manually/automatically stateful/stateless mutable/immutable
accepted/rejected included/excluded active/inactive valid/invalid complete/incomplete compatible/incompatible
supported/unsupported safe/unsafe possible/impossible reversible/irreversible deprecated/recommended free/paid
online/offline centralised/decentralised centralized/decentralized centralised/distributed centralized/distributed
blocking/non-blocking blocking/nonblocking locked/unlocked present/absent full/empty correct/incorrect sufficient/insufficient
consistent/inconsistent visible/hidden permanent/temporary legal/illegal available/unavailable shared/dedicated
encrypted/plaintext encrypted/unencrypted signed/unsigned strict/lenient static/dynamic local/remote eager/lazy eagerly/lazily
opt-in/opt-out read-only/writable case-sensitive/case-insensitive ascending/descending before/after up/down
horizontally/vertically horizontal/vertical lowercase/uppercase snake_case/camelcase tabs/spaces single/double monolith/microservices
monorepo/polyrepo client/server server-side/client-side accessible/inaccessible bounded/unbounded limited/unlimited
idempotent/non-idempotent verified/unverified known/unknown stable/unstable reliable/unreliable sorted/unsorted ordered/unordered
nullable/non-nullable self-hosted/managed push/pull inbound/outbound first/last odd/even left/right hot/cold wet/dry on/off
available/removed available/gone available/discontinued live/offline live/retired online/down active/retired active/disabled running/stopped
allowed/blocked permitted/blocked open/blocked supported/discontinued supported/dropped see/hide enabled/removed in-house/outsourced
follow/ignore run/skip keep/strip retain/strip forward/strip forward/drop store/discard log/omit keep/omit include/omit share/withhold publish/withhold
send/withhold accept/refuse answer/ignore read/ignore check/skip validate/skip scan/skip test/skip review/skip process/ignore preserve/drop
preserve/strip record/omit inherit/ignore enforce/waive require/waive apply/waive respect/ignore honour/ignore remember/forget wake/sleep
block/pass lit/dark paid/unpaid manual/automated manually/automated ship/strip confidential/public secret/public classified/public paper/electronic unrestricted/restricted compulsory/voluntary mandatory/voluntary required/voluntary
ephemeral/persistent volatile/persistent anonymous/authenticated global/local mutable/frozen cheap/expensive
`;

const opposites = new Set(
  pairs
    .trim()
    .split(/\s+/)
    .flatMap((pair) => {
      const [one = '', other = ''] = pair.split('/');
      return [
        `${one} ${other}`,
        `${other} ${one}`,
        `${lemmaOf(one)} ${lemmaOf(other)}`,
        `${lemmaOf(other)} ${lemmaOf(one)}`,
      ];
    }),
);
const negated = /^(?:un(?=\w+(?:ed|able|ible|safe|stable|known|reliable)$)|non-?|not-)/;
const isNegationOf = (one: string, other: string): boolean =>
  negated.test(one) && lemmaOf(one.replace(negated, '')) === lemmaOf(other);

/** Opposites that are so wherever they stand in two sentences of the same words. */
const strong = new Set(
  'ship/strip include/strip contain/strip follow/ignore read/ignore process/ignore respect/ignore check/ignore run/skip test/skip review/skip validate/skip scan/skip keep/discard keep/drop store/discard include/omit record/omit preserve/drop send/withhold share/withhold publish/withhold show/hide accept/reject allow/deny use/avoid enforce/waive keep/omit keep/strip forward/strip accept/refuse enabled/disabled enable/disable allowed/forbidden allowed/blocked permitted/prohibited include/exclude included/excluded visible/hidden see/hide required/optional active/inactive'
    .split(' ')
    .flatMap((pair) => {
      const [one = '', other = ''] = pair.split('/').map(lemmaOf);
      return [`${one} ${other}`, `${other} ${one}`];
    }),
);
export const areStrongOpposites = (one: string, other: string): boolean => strong.has(`${one} ${other}`);

/** True when two lower-case words cannot both hold of one thing at one time. */
export const areOpposite = (one: string, other: string): boolean =>
  opposites.has(`${one} ${other}`) ||
  opposites.has(`${lemmaOf(one)} ${lemmaOf(other)}`) ||
  isNegationOf(one, other) ||
  isNegationOf(other, one);
