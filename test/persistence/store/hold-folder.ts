import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';

/** A process for the tests: takes the folder at an instant, says how it went, and holds it until its input ends. */
const [folder = '', instant = '0'] = process.argv.slice(2);
await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(instant) - Date.now())));
try {
  lockDataFolder(folder);
  process.stdout.write('locked\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}
process.stdin.resume();
process.stdin.once('end', () => process.exit());
