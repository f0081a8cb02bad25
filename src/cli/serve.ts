import { once } from 'node:events';
import type { Config } from '#config/config.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';

const welcome = ({ url, personaTokens, entrance }: RunningGateway): string => {
  const lines = [`Vouch answers at ${url}/graphql`];
  if (personaTokens.length > 0) {
    lines.push(
      '',
      'Local mode. Open this address; it works once, and the browser is known from then on:',
      '',
      `  ${entrance()}`,
      '',
      `The console is at ${url}/, GraphiQL at ${url}/graphql, with the token of alice (admin). Tokens for the Authorization header:`,
      '',
    );
    for (const { user, role, token } of personaTokens)
      lines.push(`  ${user} (${role})`, `  Bearer ${token}`, '');
  }
  return `${lines.join('\n')}\n`;
};

/** Runs the gateway until a signal stops it; a second signal stops it at once. */
export const serve = async (config: Config, json: boolean): Promise<void> => {
  const running = await startGateway(config, (entrance) => {
    if (!json) process.stdout.write(`A browser has opened. For another one: ${entrance}\n`);
  });
  const { url, personaTokens } = running;
  process.stdout.write(
    json ? `${JSON.stringify({ url, entrance: running.entrance(), personaTokens })}\n` : welcome(running),
  );
  const failure = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), running.failed]);
  if (failure instanceof Error) throw failure;
  await running.close();
};
