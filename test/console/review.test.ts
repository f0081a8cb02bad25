import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { describeComments } from './comments.ts';
import { type ConsoleWorld, startConsoleWorld, writeMemory } from './console-world.ts';
import { describeGraphiql } from './graphiql.ts';
import { candidates, contentIn, current, opened, seen, shows, statement, statusIn } from './inbox-steps.ts';
import { describeLostDecisions } from './lost-decisions.ts';
import { describeNarrowing } from './narrowing.ts';
import { describeRetrying } from './retrying.ts';
import { describeStoredText } from './stored-text.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  if (browserPath !== null) world = await startConsoleWorld();
});
afterAll(() => world?.close());

const statusOf = (id: string) => statusIn(world, id);
const contentOf = (id: string) => contentIn(world, id);

describeGraphiql(() => ({ world }));
describeComments(() => ({ world }));

describe.runIf(browserPath !== null)('review in the inbox', () => {
  test('by keys alone: promote, undo, edit and promote', async () => {
    const { page, problems } = await world.open('bob', candidates);
    await opened(page);

    const promoted = await current(page);
    await page.keyboard.press('1');
    await shows(page, 'Promoted. u takes it back.');
    expect(await current(page)).not.toBe(promoted);
    expect(await statusOf(promoted)).toBe('ACTIVE');

    await page.keyboard.press('u');
    await shows(page, 'Taken back: promoted “');
    expect(await statusOf(promoted)).toBe('CANDIDATE');

    // Opens what was taken back.
    const edited = await current(page);
    expect(edited).toBe(promoted);
    const words = await contentOf(edited);
    await seen(page);
    await page.keyboard.press('2');
    // The source stays beside the words, and what it does not say is marked.
    await page.getByRole('region', { name: 'Source text' }).filter({ visible: true }).waitFor();
    await page.getByLabel('Statement').fill('The gauge is read at noon.');
    await page.getByText('Not in the source:').getByText('noon').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => statusOf(edited)).toBe('ACTIVE');
    expect(await contentOf(edited)).toBe('The gauge is read at noon.');
    await page.keyboard.press('u');
    await shows(page, 'Taken back: promoted “The gauge is read at noon.”');
    expect([await statusOf(edited), await contentOf(edited)]).toEqual(['CANDIDATE', words]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('by keys alone: reject with a reason, snooze', async () => {
    const { page, problems } = await world.open('bob', candidates);
    await opened(page);
    const rejected = await current(page);
    await page.keyboard.press('3');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await expect.poll(() => statusOf(rejected)).toBe('INVALID');

    await seen(page);
    const snoozed = await current(page);
    await page.keyboard.press('h');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('3');
    await shows(page, 'Snoozed. u takes it back.');
    const { inbox } = await world.ask(
      'bob',
      '{ inbox(first: 100, filter: { snoozed: true }) { nodes { snoozedUntil subject { ... on Node { id } } } } }',
    );
    const entry = inbox.nodes.find(({ subject }: { subject: { id: string } }) => subject.id === snoozed);
    expect(Date.parse(entry.snoozedUntil)).toBeGreaterThan(Date.now());
    await shows(page, /2 decided/);

    await page.getByRole('button', { name: 'With snoozed' }).click();
    await page.locator(`[id="row-inb_CANDIDATE.${snoozed}"]`, { hasText: 'until' }).waitFor();
    await page.getByRole('button', { name: 'With snoozed' }).click();
    await page.locator(`[id="row-inb_CANDIDATE.${snoozed}"]`).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a decision shows before its answer is there', async () => {
    const { page } = await world.open('bob', candidates);
    await opened(page);
    const id = await current(page);
    const release = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('reviewCandidates')) await release.promise;
      await route.continue();
    });
    await page.keyboard.press('1');
    await page.locator(`[id="row-inb_CANDIDATE.${id}"][data-decided]`).waitFor();
    expect(await statusOf(id)).toBe('CANDIDATE');
    release.resolve();
    await expect.poll(() => statusOf(id)).toBe('ACTIVE');
    await page.close();
  });

  test('a duplicate is rejected with the id of what it repeats', async () => {
    const first = await writeMemory(world, 'The harbour office closes at six in the evening.');
    const second = await writeMemory(world, 'The harbour office closes at six each evening.');
    const { page } = await world.open('bob', `/inbox?search=harbour+office&item=inb_CANDIDATE.${second}`);
    await opened(page);
    await page.getByText('Possible duplicates').filter({ visible: true }).waitFor();
    await seen(page);
    await page.keyboard.press('d');
    await page.getByRole('radio').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => statusOf(second)).toBe('INVALID');
    const { node } = await world.ask(
      'alice',
      'query ($id: ID!) { node(id: $id) { ... on Candidate { rejectionReason } } }',
      { id: second },
    );
    expect(node.rejectionReason).toBe(`It repeats ${first}.`);
    await page.close();
  });

  test('many are decided after a look at what it would do, and taken back at once', async () => {
    const { page } = await world.open('bob', candidates);
    await opened(page);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push(await current(page));
      await page.keyboard.press('x');
      await page.keyboard.press('j');
    }
    await shows(page, '3 selected');
    await page.keyboard.press('1');
    const preview = page.getByRole('dialog');
    await preview.getByText('what it would do').waitFor();
    expect(await preview.getByRole('listitem').allTextContents()).toEqual(
      await Promise.all(ids.map(contentOf)),
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['CANDIDATE', 'CANDIDATE', 'CANDIDATE']);
    await page.getByRole('button', { name: 'Promote 3' }).press('Enter');
    await shows(page, 'Promoted 3 items. u takes it back.');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    await page.keyboard.press('u');
    await shows(page, 'Taken back: promoted 3 items.');
    expect(await Promise.all(ids.map(statusOf))).toEqual(['CANDIDATE', 'CANDIDATE', 'CANDIDATE']);
    await page.close();
  });

  test('of two who decide the same item, the second is informed, and sees what stands', async () => {
    const bob = await world.open('bob', candidates);
    const alice = await world.open('alice', candidates);
    await Promise.all([opened(bob.page), opened(alice.page)]);
    const id = await current(bob.page);
    expect(await current(alice.page)).toBe(id);
    const release = Promise.withResolvers<void>();
    await bob.page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('reviewCandidates')) await release.promise;
      await route.continue();
    });
    await bob.page.keyboard.press('3');
    await bob.page.getByLabel('Reason').fill('I disagree.');
    await bob.page.keyboard.press('Enter');
    await alice.page.keyboard.press('1');
    await expect.poll(() => statusOf(id)).toBe('ACTIVE');
    release.resolve();
    await bob.page
      .getByRole('alert')
      .filter({ hasText: /alice decided first: “.+” is active\./ })
      .waitFor();
    expect(await statusOf(id)).toBe('ACTIVE');
    await bob.page.locator(`[id="row-inb_CANDIDATE.${id}"] [aria-label=promoted]`).waitFor();
    await bob.page.keyboard.press('k');
    await bob.page.getByText('alice decided first: it is active').waitFor();
    await Promise.all([bob.page.close(), alice.page.close()]);
  });

  test('what comes in is counted, and the list does not jump', async () => {
    const { page, live } = await world.open('bob', candidates);
    await Promise.all([opened(page), live]);
    const before = await current(page);
    await writeMemory(world, 'The northern pier is closed in January.');
    await page.getByRole('button', { name: /1 new/ }).waitFor();
    expect(await current(page)).toBe(before);
    await page.getByRole('button', { name: /1 new/ }).click();
    await page.getByRole('button', { name: /1 new/ }).waitFor({ state: 'detached' });
    await page.getByLabel('Search the candidates').fill('northern pier');
    await page.getByRole('option', { name: /northern pier/ }).waitFor();
    await page.close();
  });

  test('an address opens its entry, though the list does not hold it, and it is decided there', async () => {
    const named = await writeMemory(world, 'The ferry to the sandbank leaves at noon.');
    const { page, problems } = await world.open('bob', '/');
    await page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON();
      if (/query Inbox\b/.test(body?.query ?? '') && body.variables.filter.ids === undefined)
        await route.continue({ postData: { ...body, variables: { ...body.variables, first: 3 } } });
      else await route.continue();
    });
    await page.goto(`${world.url}/inbox?item=inb_CANDIDATE.${named}`);
    await statement(page).getByText('The ferry to the sandbank').waitFor();
    expect(await current(page)).toBe(named);
    await seen(page);
    await page.keyboard.press('1');
    await expect.poll(() => statusOf(named)).toBe('ACTIVE');
    expect(await current(page)).not.toBe(named);
    await page.keyboard.press('k');
    expect(await current(page)).toBe(named);
    // Nothing of it is listed any more, and it is taken back all the same.
    await page.getByRole('button', { name: /^Labels/ }).click();
    await page.locator(`[id="row-inb_CANDIDATE.${named}"]`).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await shows(page, 'Taken back: promoted “The ferry to the sandbank');
    expect(await statusOf(named)).toBe('CANDIDATE');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('where there is no room for both, the list leads to an entry, and back', async () => {
    const { page } = await world.open('bob', candidates);
    await page.setViewportSize({ width: 390, height: 844 });
    const list = page.getByRole('listbox', { name: 'Waiting' });
    await list.getByRole('option').nth(1).click();
    await statement(page).waitFor();
    expect(await list.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.waitFor();
    expect(await statement(page).isVisible()).toBe(false);
    await page.close();
  });

  test('what another reviewer decides is seen in its row, where it stands', async () => {
    const { page, live } = await world.open('bob', candidates);
    await Promise.all([opened(page), live]);
    const id = (await page.locator('[role=option]:not([data-decided])').nth(2).getAttribute('id')) ?? '';
    await world.ask(
      'alice',
      'mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) { __typename } }',
      { input: { id: id.split('.')[1] } },
    );
    await page.locator(`[id="${id}"][data-decided]`).waitFor();

    // A tab in the background has no stream, and shows afterwards what it missed.
    const show = (state: string) =>
      page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true }),
        document.dispatchEvent(new Event('visibilitychange'))`,
      );
    const closed = page.waitForEvent('requestfailed');
    await show('hidden');
    await closed;
    const other = (await page.locator('[role=option]:not([data-decided])').nth(3).getAttribute('id')) ?? '';
    await world.ask(
      'alice',
      'mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) { __typename } }',
      { input: { id: other.split('.')[1] } },
    );
    await show('visible');
    await page.locator(`[id="${other}"][data-decided]`).waitFor();
    await page.close();
  });
});

describeLostDecisions(() => ({ world }));
describeRetrying(() => ({ world }));

describeNarrowing(() => ({ world }));

describeStoredText(() => ({ world }));
