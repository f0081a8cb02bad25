import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';
import { openProgress } from './report.ts';

const eventsPerCall = 50_000;

const query = `query ($after: VerifiedUpTo, $first: Int) {
  verifyAuditChain(after: $after, first: $first) { valid events firstBroken head isComplete } }`;

interface Verification {
  readonly valid: boolean;
  readonly events: number;
  readonly firstBroken: number | null;
  readonly head: string | null;
  readonly isComplete: boolean;
}

/** The place that an earlier run printed, as `EVENTS:HEAD`. */
const placeOf = (text: string): { readonly events: number; readonly head: string } => {
  const [, events, head] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? [];
  if (events === undefined || head === undefined)
    throw new CommandFailed(`--after is ${text}; give it as EVENTS:HEAD, which an earlier run printed.`);
  return { events: Number(events), head };
};

/** `vouch audit verify`: recomputes the tenant's audit chain, call by call; fails when it is broken. */
export const verifyAudit = async (
  address: ApiAddress,
  { after, json }: { readonly after: string | undefined; readonly json: boolean },
): Promise<void> => {
  let place = after === undefined ? null : placeOf(after);
  const progress = openProgress(json);
  progress.start('Verifying the chain');
  const verifyOn = async (): Promise<Verification> => {
    const variables = { after: place, first: eventsPerCall };
    const answer = await askGateway<{ verifyAuditChain: Verification }>(address, query, variables).catch(
      (error: unknown) => {
        const left = place === null ? '' : ` Go on with --after ${place.events}:${place.head}`;
        progress.error(`Broken off.${left}`);
        throw error;
      },
    );
    return answer.verifyAuditChain;
  };
  let found = await verifyOn();
  while (found.valid && !found.isComplete && found.head !== null) {
    place = { events: found.events, head: found.head };
    progress.message(`Verified ${found.events} events`);
    found = await verifyOn();
  }
  const { valid, events, firstBroken, head } = found;
  progress.stop(valid ? 'Verified' : 'Not verified');
  const noted = head === null ? 'It has no head.' : `Note its head: ${events}:${head}`;
  if (json) process.stdout.write(`${JSON.stringify({ valid, events, firstBroken, head })}\n`);
  else if (valid) process.stdout.write(`The chain of ${events} events is whole. ${noted}\n`);
  if (!valid) throw new CommandFailed(`The chain is broken at event ${firstBroken}.`);
};
