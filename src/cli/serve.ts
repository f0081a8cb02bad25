import { setFlagsFromString } from 'node:v8';
import type { Config } from '#config/config.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';
import { onFirstSignal } from './first-signal.ts';

/** The address comes last, where a terminal shows it. */
const welcome = ({ url, personaTokens, entrance }: RunningGateway): string => {
  const answers = `Vouch answers at ${url}/graphql`;
  if (personaTokens.length === 0) return `${answers}\n`;
  return [
    '',
    'Tokens of local mode, for the Authorization header:',
    '',
    ...personaTokens.flatMap(({ user, role, token }) => [`  ${user} (${role})`, `  Bearer ${token}`, '']),
    answers,
    `The console is at ${url}/, GraphiQL at ${url}/graphql, with the token of alice (admin).`,
    'Open this address; it works once, and the browser is known from then on:',
    '',
    `  ${entrance()}`,
    '',
    '',
  ].join('\n');
};

/**
 * Collects garbage when the heap has grown by a third. Where a machine has memory, V8 waits until it has grown fourfold, and a
 * long ingest then takes gigabytes of which a tenth is in use.
 */
const boundGarbage = (): void => setFlagsFromString('--heap-growing-percent=30');

/** Runs the gateway until a signal stops it; a second signal stops it at once. `report` gets each step of the start. */
export const serve = async (config: Config, json: boolean, report: (step: string) => void): Promise<void> => {
  const announce = (entrance: string) => {
    if (!json) process.stdout.write(`A browser has opened. For another one: ${entrance}\n`);
  };
  boundGarbage();
  const running = await startGateway(config, { announce, report });
  const { url, personaTokens } = running;
  process.stdout.write(
    json ? `${JSON.stringify({ url, entrance: running.entrance(), personaTokens })}\n` : welcome(running),
  );
  const stopped = new Promise<void>((resolve) => onFirstSignal(['SIGTERM', 'SIGINT'], resolve));
  const failure = await Promise.race([stopped, running.failed]);
  if (failure instanceof Error) throw failure;
  await running.close();
};
