import { describe, expect, test } from 'vitest';
import { graveFaults } from './accessibility.ts';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, writeMemory } from './console-world.ts';
import { candidates, current, opened, rowOf, seen, shows, statusIn } from './inbox-steps.ts';

/** Every decision leaves a mark, and no key decides what nobody has read. */
export const describeLostDecisions = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('decisions and keys', () => {
    const statusOf = (id: string) => statusIn(given().world, id);

    test('a decision that did not arrive keeps its mark, and one key sends it again under the same key', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      const keys: string[] = [];
      page.on('request', (request) => {
        const { input } = request.postDataJSON()?.variables ?? {};
        if (input?.decisions !== undefined) keys.push(input.idempotencyKey);
      });
      const lost = await current(page);
      await page.context().setOffline(true);
      await shows(page, 'You are offline.');
      await page.keyboard.press('1');
      await rowOf(page, lost).getByRole('img', { name: 'unsent' }).waitFor();
      // The next entry is open, and has just come into view: the same key again decides nothing.
      const next = await current(page);
      expect(next).not.toBe(lost);
      await page.getByText('1 decision did not arrive').waitFor();
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
      expect([await statusOf(lost), await statusOf(next)]).toEqual(['CANDIDATE', 'CANDIDATE']);

      await page.keyboard.press('k');
      await page.getByText('Your decision did not arrive').filter({ visible: true }).waitFor();
      await page.keyboard.press('r');
      await expect.poll(() => statusOf(lost)).toBe('ACTIVE');
      await page.getByText('Your decision did not arrive').waitFor({ state: 'detached' });
      expect(new Set(keys).size).toBe(1);
      expect(keys.length).toBe(2);
      await page.close();
    });

    test('a decision whose answer a reload cut off is sent again under its key, and taken back after another reload', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      const id = await current(page);
      const keys: string[] = [];
      await page.route('**/graphql', async (route) => {
        const { input } = route.request().postDataJSON()?.variables ?? {};
        if (input?.decisions !== undefined) keys.push(input.idempotencyKey);
        // The first is never answered.
        if (input?.decisions === undefined || keys.length > 1) await route.continue();
      });
      await page.keyboard.press('1');
      await expect.poll(() => keys.length).toBe(1);
      await page.goto(`${world.url}/`);
      await shows(page, 'Promoted. u takes it back.');
      expect(await statusOf(id)).toBe('ACTIVE');
      expect(new Set(keys).size).toBe(1);
      await page.unrouteAll();
      await page.goto(`${world.url}${candidates}`);

      await page.reload();
      await opened(page);
      await page.keyboard.press('u');
      await shows(page, 'Taken back: promoted “');
      expect(await statusOf(id)).toBe('CANDIDATE');
      await expect.poll(() => current(page)).toBe(id);
      await page.close();
    });

    test('what a tab did not send is its own until it is closed; then another tab sends it under its key, or forgets it', async () => {
      const { world } = given();
      const ids = [
        await writeMemory(world, 'The eel trap is emptied at slack water.'),
        await writeMemory(world, 'The eel trap is mended in March.'),
      ];
      const { page } = await world.open('bob', '/');
      // Decisions that a test before this one did not send would be offered here, too.
      await page.evaluate(
        `for (const name of Object.keys(localStorage)) if (name.startsWith('vouch.unsent.')) localStorage.removeItem(name)`,
      );
      await page.goto(`${world.url}/inbox?search=eel+trap`);
      await opened(page);
      const keys: string[] = [];
      await page.route('**/graphql', async (route) => {
        const { input } = route.request().postDataJSON()?.variables ?? {};
        if (input?.decisions === undefined) return route.continue();
        keys.push(input.idempotencyKey);
        return route.fulfill({ status: 500 });
      });
      await page.keyboard.press('1');
      await page.getByText('1 decision did not arrive').waitFor();
      await seen(page);
      await page.keyboard.press('1');
      await page.getByText('2 decisions did not arrive').waitFor();
      await shows(page, '0 decided, 2 not sent');
      // A copy of the tab has a copy of what the tab keeps.
      const [copy] = await Promise.all([
        page.context().waitForEvent('page'),
        page.evaluate('void window.open(location.href)'),
      ]);
      await opened(copy);
      const unsent = copy.getByRole('region', { name: 'Not sent' });
      expect(await unsent.count()).toBe(0);
      await page.close({ runBeforeUnload: true });
      await unsent.getByRole('button', { name: 'Send 2' }).waitFor();
      expect(await Promise.all(ids.map(statusOf))).toEqual(['CANDIDATE', 'CANDIDATE']);

      const sent: string[] = [];
      await copy.route('**/graphql', async (route) => {
        const { input } = route.request().postDataJSON()?.variables ?? {};
        if (input?.decisions === undefined) return route.continue();
        sent.push(input.idempotencyKey);
        return sent.length === 2 ? route.fulfill({ status: 500 }) : route.continue();
      });
      await copy.keyboard.press('r');
      await expect.poll(() => sent).toEqual(keys);
      await shows(copy, '1 decided, 1 not sent');
      await unsent.getByRole('button', { name: 'Forget' }).click();
      await unsent.waitFor({ state: 'detached' });
      expect((await Promise.all(ids.map(statusOf))).toSorted()).toEqual(['ACTIVE', 'CANDIDATE']);
      expect(await copy.evaluate('JSON.stringify(localStorage)')).not.toContain('vouch.unsent');
      await copy.close();
    });

    test('signing out asks about what did not arrive, and sends it', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The ferry whistle blows at noon.');
      const context = await world.newContext('bob');
      const page = await context.newPage();
      await page.goto(`${world.url}/inbox?search=ferry+whistle`);
      await opened(page);
      await page.route('**/graphql', (route) =>
        /reviewCandidates/.test(route.request().postData() ?? '')
          ? route.fulfill({ status: 500 })
          : route.continue(),
      );
      await page.keyboard.press('1');
      await page.getByText('1 decision did not arrive').waitFor();
      const signOut = async () => {
        await page.getByRole('button', { name: /^Signed in as/ }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      };
      await signOut();
      const dialog = page.getByRole('dialog', { name: 'Before you leave' });
      await dialog.getByRole('button', { name: 'Stay' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.unrouteAll();
      await signOut();
      await dialog.getByRole('button', { name: 'Send 1' }).click();
      await page.getByRole('button', { name: 'Sign in as bob' }).waitFor();
      expect(await statusOf(id)).toBe('ACTIVE');
      await context.close();
    });

    test('a reload offers by name what can be taken back still, to the person who decided alone, and keeps none of its words', async () => {
      const { world } = given();
      const written = [
        'The harbour bell rings at six.',
        'The ice house is empty.',
        'The crane turns by hand.',
      ];
      const ids: string[] = [];
      for (const content of written) ids.push(await writeMemory(world, content));
      const { page } = await world.open('bob', '/');
      for (const id of ids) {
        await page.goto(`${world.url}/inbox?item=inb_CANDIDATE.${id}`);
        await opened(page);
        await page.keyboard.press('3');
        await page.getByLabel('Reason').fill('It was never so.');
        await page.keyboard.press('Enter');
        await shows(page, 'Rejected. u takes it back.');
      }
      const kept = () => page.evaluate('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)');
      expect(await kept()).toContain(ids[0]);
      for (const words of [...written, 'It was never so.']) expect(await kept()).not.toContain(words);
      // Somebody else has taken the last one back meanwhile: the one before it is offered.
      await act(world, 'alice', 'returnToCandidate', 'ReturnToCandidateInput', { id: ids[2] });
      await page.reload();
      const offer = page.getByRole('region', { name: 'Your last decision' }).filter({ visible: true });
      await offer.getByText(`Rejected “${written[1]}”`).waitFor();
      await offer.getByRole('button', { name: 'Undo' }).click();
      await shows(page, `Taken back: rejected “${written[1]}”.`);
      await expect.poll(() => current(page)).toBe(ids[1]);
      await offer.getByText(`Rejected “${written[0]}”`).waitFor();
      expect(await Promise.all(ids.map(statusOf))).toEqual(['INVALID', 'CANDIDATE', 'CANDIDATE']);

      // The tests share the browser of bob, who comes back.
      for (const user of ['alice', 'bob']) {
        await page.getByRole('button', { name: /^Signed in as/ }).click();
        await page.getByRole('menuitem', { name: new RegExp(`^${user}`) }).click();
        await page.getByRole('button', { name: new RegExp(`^Signed in as.*\\b${user}\\b`) }).waitFor();
        await expect.poll(kept).not.toContain(ids[0]);
      }
      await page.close();
    });

    test('a key that is struck twice, or stays down, decides one entry', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      const id = await current(page);
      // Strikes again as soon as the next entry is open, before a frame or a timer comes, however slow the machine is.
      await page.evaluate(`{
        const open = () => document.querySelector('[role=option][aria-selected=true]')?.id;
        const first = open();
        const watcher = new MutationObserver(() => {
          if ([first, undefined].includes(open())) return;
          watcher.disconnect();
          document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '1', code: 'Digit1', bubbles: true }));
        });
        watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
      }`);
      await page.keyboard.down('1');
      await page.keyboard.down('1');
      await page.keyboard.up('1');
      await shows(page, 'It has just come into view: read it first.');
      await expect.poll(() => statusOf(id)).toBe('ACTIVE');
      expect(await statusOf(await current(page))).toBe('CANDIDATE');
      await seen(page);
      await page.keyboard.press('u');
      await shows(page, 'Taken back: promoted “');
      await page.close();
    });

    test('the list is reached by its skip links and keeps the focus; all of the page has a role, a name and its size', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      for (const name of ['Skip to the content', 'Skip to the list']) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.textContent')).toBe(name);
        await page.keyboard.press('Enter');
      }
      const focused = () => page.evaluate('document.activeElement.getAttribute("role")');
      expect(await focused()).toBe('listbox');
      await page.keyboard.press('2');
      await page.getByLabel('Statement').press('Escape');
      await page.getByLabel('Statement').waitFor({ state: 'detached' });
      expect(await focused()).toBe('listbox');
      await page.keyboard.press('j');
      expect(await focused()).toBe('listbox');
      expect(await graveFaults(page, (axe) => axe.withRules('target-size'))).toEqual([]);
      // A screen reader is given the places, the open entry, how it is decided, its words and its source, in this order.
      const tree = await page.locator('body').ariaSnapshot();
      const parts = [
        /- banner/,
        /- navigation "Places"/,
        /- main/,
        /- listbox "Waiting"/,
        /- option "[^"]+ confidence \d+ %[^"]*" \[selected\]/,
        /- toolbar "Decisions"/,
        /- button "Promote 1"/,
        /- heading ".+" \[level=1\]/,
        /- region "Source text"/,
      ];
      const places = parts.map((part) => tree.search(part));
      expect(places).not.toContain(-1);
      expect(places.toSorted((one, other) => one - other)).toEqual(places);
      expect(tree).not.toContain('not selected');
      expect(tree).not.toMatch(/- (?:button|link|textbox|combobox|checkbox|option|region)(?::|$)/m);
      await page.close();
    });

    test('what somebody else works on is decided after a question, which names them', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The slipway is closed in spring.');
      const claim = { id: `inb_CANDIDATE.${id}` };
      await act(world, 'alice', 'claimInboxItem', 'ClaimInboxItemInput', claim);
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      await page.keyboard.press('1');
      const question = page.getByRole('dialog', { name: 'alice is working on it' });
      await question.getByRole('button', { name: 'Leave it to alice' }).press('Enter');
      await question.waitFor({ state: 'detached' });
      expect(await statusOf(id)).toBe('CANDIDATE');
      await page.keyboard.press('1');
      await question.getByRole('button', { name: 'Take over: promote' }).press('Enter');
      await expect.poll(() => statusOf(id)).toBe('ACTIVE');
      await page.close();
    });

    test('a reason that begins with a digit is kept whole', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The old jetty carries twelve tonnes.');
      const { page } = await world.open('bob', `/inbox?item=inb_CANDIDATE.${id}`);
      await opened(page);
      await page.keyboard.press('3');
      await page.getByLabel('Reason').waitFor();
      await page.keyboard.type('2019 figures are old');
      await page.keyboard.press('Enter');
      await expect.poll(() => statusOf(id)).toBe('INVALID');
      const { node } = await world.ask(
        'alice',
        'query ($id: ID!) { node(id: $id) { ... on Candidate { rejectionReason } } }',
        { id },
      );
      expect(node.rejectionReason).toBe('2019 figures are old');
      await page.close();
    });

    test('single keys are changed and turned off, and no key acts behind a dialog', async () => {
      const { world } = given();
      const { page } = await world.open('bob', candidates);
      await opened(page);
      const first = await current(page);
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys' });
      await help.getByRole('button', { name: 'Change keys' }).press('Enter');
      await page.keyboard.press('1');
      await help.getByLabel('Key: next entry').press('w');
      await help.getByLabel('Key: previous entry').press('w');
      await help.getByText('w is taken').waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      expect(await current(page)).toBe(first);
      await page.keyboard.press('w');
      await expect.poll(() => current(page)).not.toBe(first);
      const second = await current(page);

      await page.getByRole('button', { name: /^Keys/ }).press('Enter');
      await help.getByRole('switch', { name: 'Single keys' }).press(' ');
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await seen(page);
      await page.keyboard.press('1');
      await page.keyboard.press('w');
      expect(await current(page)).toBe(second);
      expect([await statusOf(first), await statusOf(second)]).toEqual(['CANDIDATE', 'CANDIDATE']);
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => current(page)).toBe(first);
      await page.evaluate('localStorage.clear()');
      await page.close();
    });
  });
