import { mkdir } from 'node:fs/promises';
import { browserPath, howToInstall } from './browser.ts';
import build from './build.ts';
import { startConsoleWorld } from './console-world.ts';
import { runStory } from './story.ts';

/** Makes the pictures of the README and of docs/console.md: `npm run console:screenshots`. */
const folder = new URL('../../docs/images/', import.meta.url).pathname;

if (browserPath === null) {
  process.stderr.write(`${howToInstall}\n`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
await build();
const world = await startConsoleWorld();
const story = await runStory(world);

const gaugeOf = async (): Promise<string> => {
  const { entities } = await world.ask(
    'bob',
    '{ entities(first: 1, filter: { search: "\\"Merrow radar gauge\\"" }) { nodes { id } } }',
  );
  return entities.nodes[0].id;
};

const pictures = [
  { name: 'inbox', user: 'bob', path: '/inbox?reason=CANDIDATE', until: 'mark.span' },
  { name: 'fact', user: 'alice', path: `/facts/${story.extracted}`, until: '.react-flow__node' },
  {
    name: 'graph',
    user: 'bob',
    path: `/graph?start=${await gaugeOf()}&goal=${story.document}`,
    until: '.react-flow__node',
  },
  {
    name: 'contradiction',
    user: 'bob',
    path: `/contradictions/${story.contradiction}`,
    until: 'text=becomes superseded',
  },
  { name: 'document', user: 'bob', path: `/sources/${story.document}`, until: 'mark.span' },
  {
    name: 'inbox-edit',
    user: 'bob',
    path: '/inbox?reason=CANDIDATE',
    until: '[data-seen]',
    keys: ['2'],
    typed: ' It was tried in 2024.',
  },
  {
    name: 'inbox-document',
    user: 'bob',
    path: '/inbox?reason=CANDIDATE',
    until: '[data-seen]',
    keys: ['l'],
    after: 'text=this document',
  },
  {
    name: 'inbox-narrow',
    user: 'bob',
    path: '/inbox?reason=CANDIDATE&dense=true&sort=doubtful&below=65',
    until: '[data-seen]',
    keys: ['a'],
  },
  { name: 'keys', user: 'bob', path: '/inbox', until: '[data-seen]', keys: ['?'] },
  { name: 'quality', user: 'bob', path: '/governance?tab=quality', until: 'table svg' },
] as const;

for (const { name, user, path, until, ...more } of pictures) {
  const { page } = await world.open(user, path);
  await page.locator(until).first().waitFor();
  for (const key of 'keys' in more ? more.keys : []) await page.keyboard.press(key);
  if ('typed' in more) {
    await page.getByLabel('Statement').press('End');
    await page.keyboard.type(more.typed);
  }
  if ('after' in more) await page.locator(more.after).first().waitFor();
  while ((await page.locator('.mantine-Skeleton-root:visible').count()) > 0) await page.waitForTimeout(100);
  // The library fits the graph after it has measured its nodes.
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.close();
}
await world.close();
process.exit();
