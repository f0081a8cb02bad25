import type { Page } from 'playwright-core';
import type { ConsoleWorld } from './console-world.ts';

/** Steps in the inbox that its tests share. */
const fieldIn =
  (field: 'status' | 'content') =>
  async (world: ConsoleWorld, id: string): Promise<string> =>
    (await world.ask('alice', `query ($id: ID!) { node(id: $id) { ... on Candidate { ${field} } } }`, { id }))
      .node[field];

export const statusIn = fieldIn('status');
export const contentIn = fieldIn('content');

/** The id of what the open entry is about. */
export const current = async (page: Page): Promise<string> =>
  (await page.locator('[role=option][aria-selected=true]').getAttribute('id'))?.split('.')[1] ?? '';

export const candidates = '/inbox?reason=CANDIDATE';

/** The words of the open entry; those of the next are rendered, and not shown. */
export const statement = (page: Page) => page.getByTestId('statement').filter({ visible: true });

/** The open entry has been on screen for a moment: keys decide it. */
export const seen = (page: Page) => page.locator('[data-seen]').waitFor();

export const opened = async (page: Page) => {
  await page.locator('[role=option]').first().waitFor();
  await seen(page);
  return page;
};

export const rowOf = (page: Page, id: string) => page.locator(`[id="row-inb_CANDIDATE.${id}"]`);

export const shows = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
