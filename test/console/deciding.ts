import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { act, type ConsoleWorld, writeMemory } from './console-world.ts';
import { contentIn, current, opened, seen, shows, statement, statusIn } from './inbox-steps.ts';

const ingest = (world: ConsoleWorld, user: string, content: string) =>
  act(world, user, 'ingestDocuments', 'IngestDocumentsInput', {
    project: 'lights',
    documents: [{ path: 'lamps.md', content: `# Lamps\n\n- [Decision] ${content}\n` }],
  });

/** How many entries wait for a reason, under the eyes of an admin. */
const waiting = async (world: ConsoleWorld, reason: string): Promise<number> =>
  (
    await world.ask(
      'alice',
      'query ($reason: InboxReason!) { inbox(first: 0, filter: { reason: { eq: $reason } }) { totalCount } }',
      { reason },
    )
  ).inbox.totalCount;

/** Entries that are settled by other things that are known beside them. */
export const describeDeciding = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('what else is known', () => {
    test('a change that somebody sent for a source of others is read as a difference, and accepted; what drifted is superseded', async () => {
      const { world } = given();
      const before = 'We will light the pier from dusk to midnight in winter.';
      await ingest(world, 'alice', before);
      const { candidates } = await world.ask(
        'bob',
        '{ candidates(first: 1, filter: { project: { eq: "lights" } }) { nodes { id } } }',
      );
      const [{ id }] = candidates.nodes;
      await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id });
      await ingest(world, 'mara', 'We will light the pier from dusk to dawn in winter.');

      const { page, problems } = await world.open('bob', '/inbox?reason=SOURCE_CHANGE');
      await page.getByRole('heading', { level: 1, name: 'New version of lamps.md' }).waitFor();
      await page.getByText('1 believed statement came from the version in force.').waitFor();
      await page.locator('ins', { hasText: 'dawn' }).waitFor();
      await page.locator('del', { hasText: 'midnight' }).waitFor();
      await page.getByRole('link', { name: 'Open its page' }).click();
      await page.getByRole('heading', { level: 1, name: 'New version of lamps.md' }).waitFor();
      await page.goBack();
      await opened(page);
      await shows(page, /You can undo your decision for eight seconds\. After that it is final/);
      await page.keyboard.press('3');
      await page.getByLabel('Reason').fill('2');
      await page.keyboard.press('Enter');
      await shows(page, 'Declined. u takes it back for eight seconds.');
      await page.keyboard.press('u');
      await shows(page, 'Taken back: declined “lamps.md”.');
      await seen(page);
      await page.keyboard.press('1');
      await shows(page, 'Accepted. u takes it back for eight seconds.');
      expect(await waiting(world, 'SOURCE_CHANGE')).toBe(1);
      // It is sent when the page is left.
      await page.goto(`${world.url}/`);
      await expect.poll(() => waiting(world, 'SOURCE_CHANGE')).toBe(0);

      await page.goto(`${world.url}/inbox?reason=SOURCE_DRIFT&project=lights`);
      await page.getByText('Read in its place').waitFor();
      expect(await current(page)).toBe(id);
      await seen(page);
      await page.keyboard.press('4');
      await page.getByRole('dialog', { name: 'Supersede' }).getByText('dusk to dawn').waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => statusIn(world, id)).toBe('SUPERSEDED');
      await shows(page, 'Superseded. u takes it back.');
      await page.keyboard.press('u');
      await expect.poll(() => statusIn(world, id)).toBe('ACTIVE');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('what is withheld is released a moment later, and stays withheld where that is taken back', async () => {
      const { world } = given();
      await act(world, 'alice', 'quarantine', 'QuarantineInput', {
        of: { contributor: 'carol' },
        reason: 'Her account was used by somebody else.',
      });
      const { page, problems } = await world.open('alice', '/inbox?reason=QUARANTINE');
      await opened(page);
      await shows(page, /only a new quarantine withholds them again/);
      await page.keyboard.press('1');
      await shows(page, 'Released. u takes it back for eight seconds.');
      await page.keyboard.press('u');
      await shows(page, 'Taken back: released “Her account was used by somebody else.”.');
      expect(await waiting(world, 'QUARANTINE')).toBe(1);
      await seen(page);
      await page.keyboard.press('1');
      await shows(page, 'Released. u takes it back for eight seconds.');
      await page.goto(`${world.url}/`);
      await expect.poll(() => waiting(world, 'QUARANTINE')).toBe(0);
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a candidate is promoted in the place of what is believed on its subject, and both come back by one key', async () => {
      const { world } = given();
      const write = (content: string) => writeMemory(world, content, { project: 'lights' });
      const old = await write('The lighthouse keeper reports broken lanterns to the harbour office.');
      await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id: old });
      const next = await write('Broken lanterns of the lighthouse: an agent opens a ticket.');
      const { page, problems } = await world.open('bob', `/inbox?project=lights&item=inb_CANDIDATE.${next}`);
      await statement(page).getByText('an agent opens a ticket').waitFor();
      const beside = page.getByRole('region', { name: 'Believed on this subject' }).filter({ visible: true });
      await beside.getByText(await contentIn(world, old)).waitFor();
      await beside.getByRole('button', { name: 'Promote in its place' }).first().click();
      await expect.poll(() => statusIn(world, old)).toBe('SUPERSEDED');
      expect(await statusIn(world, next)).toBe('ACTIVE');
      await page.keyboard.press('u');
      await expect.poll(() => statusIn(world, old)).toBe('ACTIVE');
      expect(await statusIn(world, next)).toBe('CANDIDATE');
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a fact is given its days on its page; once they are over it waits, and holds on by keys', async () => {
      const { world } = given();
      const id = await writeMemory(world, 'The old crane may lift two tonnes.', { project: 'lights' });
      await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id });
      const holdingOf = async () =>
        (
          await world.ask(
            'bob',
            'query ($id: ID!) { node(id: $id) { ... on Candidate { holdsFrom holdsUntil } } }',
            { id },
          )
        ).node;
      const { page, problems } = await world.open('bob', `/facts/${id}`);
      await page.getByRole('button', { name: 'Set the days on which it holds' }).click();
      await page.getByLabel('First day').fill('2019-01-01');
      await page.getByLabel('Last day').fill('2019-12-31');
      await page.getByRole('button', { name: 'Set', exact: true }).click();
      await page.getByText('It holds from Jan 1, 2019 to Dec 31, 2019, which is over.').waitFor();
      const { holdsFrom } = await holdingOf();

      await page.goto(`${world.url}/inbox?reason=EXPIRED`);
      await opened(page);
      expect(await current(page)).toBe(id);
      await page.keyboard.press('1');
      await page.getByRole('dialog', { name: 'It still holds' }).waitFor();
      await page.getByLabel('Last day').fill('2999-12-31');
      await page.keyboard.press('Enter');
      await shows(page, 'Extended.');
      const holding = await holdingOf();
      expect(holding.holdsFrom).toBe(holdsFrom);
      expect(holding.holdsUntil).toMatch(/^(2999-12-31|3000-01-01)/);

      // Somebody says something else meanwhile: undo leaves that alone, and says so.
      await act(world, 'alice', 'setHolding', 'SetHoldingInput', { id, holdsUntil: '2998-01-01T00:00:00Z' });
      await page.keyboard.press('u');
      await shows(page, /^It has changed since your decision, so nothing was taken back/);
      expect(await holdingOf()).toMatchObject({ holdsFrom: null, holdsUntil: '2998-01-01T00:00:00.000Z' });
      expect(problems).toEqual([]);
      await page.close();
    });

    test('a message covers nothing that is pressed, and in a narrow window it lets presses through', async () => {
      const { world } = given();
      const { page } = await world.open('bob', '/inbox?reason=CANDIDATE');
      await opened(page);
      await page.keyboard.press('1');
      await shows(page, 'Promoted. u takes it back.');
      const message = page.getByRole('alert').filter({ hasText: 'Promoted. u takes it back.' });
      // Its edge is drawn in from the side.
      await expect
        .poll(() =>
          message.evaluate((shown) => {
            const places = document.querySelector('nav')?.getBoundingClientRect();
            const last = [...document.querySelectorAll('nav a[href^="/"]')].map((link) =>
              link.getBoundingClientRect(),
            );
            const { left, right, top, bottom } = shown.getBoundingClientRect();
            return (
              places !== undefined &&
              left >= places.left &&
              right <= places.right &&
              last.every((link) => link.bottom <= top || link.top >= bottom)
            );
          }),
        )
        .toBe(true);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.keyboard.press('u');
      const taken = page.getByRole('alert').filter({ hasText: 'Taken back' });
      await taken.waitFor();
      const isPressed = (place: 'middle' | 'button') =>
        taken.evaluate((shown, where) => {
          const { left, top, width, height } = (
            where === 'button' ? (shown.querySelector('button') ?? shown) : shown
          ).getBoundingClientRect();
          return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }, place);
      await expect.poll(() => isPressed('button')).toBe(true);
      expect(await isPressed('middle')).toBe(false);
      await taken.getByRole('button').click();
      await taken.waitFor({ state: 'detached' });
      await page.close();
    });
  });
