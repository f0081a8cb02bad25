import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

interface Verification {
  readonly valid: boolean;
  readonly events: number;
  readonly firstBroken: number | null;
  readonly head: string | null;
}

/** `vouch audit verify`: recomputes the tenant's audit chain; fails when it is broken. */
export const verifyAudit = async (address: ApiAddress, json: boolean): Promise<void> => {
  const { verifyAuditChain: found } = await askGateway<{ verifyAuditChain: Verification }>(
    address,
    '{ verifyAuditChain { valid events firstBroken head } }',
  );
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
  else if (found.valid)
    process.stdout.write(
      `The chain of ${found.events} events is whole. Its head is ${found.head ?? 'none'}.\n`,
    );
  if (!found.valid) throw new CommandFailed(`The chain is broken at event ${found.firstBroken}.`);
};
