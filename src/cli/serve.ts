import { once } from 'node:events';
import type { Config } from '#config/config.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';

const welcome = ({ url, personaTokens }: RunningGateway): string => {
  const lines = [`Vouch answers at ${url}/graphql`];
  if (personaTokens.length > 0) {
    lines.push(
      '',
      'Local mode. GraphiQL carries the token of alice (admin); these are for the Authorization header:',
      '',
    );
    for (const { user, role, token } of personaTokens)
      lines.push(`  ${user} (${role})`, `  Bearer ${token}`, '');
  }
  return `${lines.join('\n')}\n`;
};

/** Runs the gateway until a signal stops it; a second signal stops it at once. */
export const serve = async (config: Config, json: boolean): Promise<void> => {
  const running = await startGateway(config);
  const { url, personaTokens } = running;
  process.stdout.write(json ? `${JSON.stringify({ url, personaTokens })}\n` : welcome(running));
  const failure = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), running.failed]);
  if (failure instanceof Error) throw failure;
  await running.close();
};
