import { describe, expect, test } from 'vitest';
import { browserPath } from './browser.ts';
import { type ConsoleWorld, writeMemory } from './console-world.ts';

/** Texts that somebody may have written, how each is shown where that differs, and a word that finds it. */
const kinds = [
  ['markup', '<img src=x onerror=alert(1)> <b>bold</b> is written in the log of the buoy.', null, 'buoy'],
  [
    'a script',
    '<script>alert(document.cookie)</script> stands in the minutes of the harbour.',
    null,
    'minutes',
  ],
  ['an address that runs', '[link](javascript:alert(1)) and {{7*7}} were found in the notes.', null, 'notes'],
  [
    'characters that turn the direction of text',
    'Pay \u202Eevif\u202C pounds to the keeper of the gauge.',
    'Pay ⟨U+202E⟩evif⟨U+202C⟩ pounds to the keeper of the gauge.',
    'keeper',
  ],
  ['a script from right to left', 'מד הגאות נבדק בכל שישים יום, 2019.', null, 'הגאות'],
  ['a very long word', `An endless word: ${'tide'.repeat(400)}.`, null, 'endless'],
] as const;

/** The pages that show a statement large, by its id. */
const pages = [
  ['the inbox', (id: string, word: string) => `/inbox?search=${word}&item=inb_CANDIDATE.${id}`],
  ['the page of a fact', (id: string) => `/facts/${id}`],
] as const;

const titled = (words: string) => (words.length > 160 ? `${words.slice(0, 159)}…` : words);

/** Stored text reaches the page as text, whatever it holds. */
export const describeStoredText = (given: () => { world: ConsoleWorld }) =>
  describe.runIf(browserPath !== null)('stored text is shown as text', () => {
    const written = new Map<string, string>();

    test.each(
      kinds.flatMap(([kind, content, shown, word]) =>
        pages.map(([page, address]) => ({ kind, page, content, shown: shown ?? content, word, address })),
      ),
    )('$kind, in $page', async ({ content, shown, word, address }) => {
      const { world } = given();
      const id = written.get(content) ?? (await writeMemory(world, content));
      written.set(content, id);
      const { page, problems } = await world.open('bob', address(id, word));
      const heading = page.getByRole('heading', { level: 1 });
      await heading.filter({ hasText: shown.slice(0, 40) }).waitFor();
      expect(await heading.innerText()).toBe(shown);
      // The only elements isolate its direction, and name invisible characters.
      expect(await heading.locator(':not(bdi, abbr)').count()).toBe(0);
      const [width, view] = (await page.evaluate(
        '[document.documentElement.scrollWidth, innerWidth]',
      )) as number[];
      expect(width).toBeLessThanOrEqual(view ?? 0);
      const direction = await heading.locator('bdi').evaluate((text) => {
        const { direction, display } = getComputedStyle(text);
        return `${direction}, ${display}`;
      });
      expect(direction).toBe(/^\p{Script=Hebrew}/u.test(content) ? 'rtl, block' : 'ltr, block');
      expect(await page.title()).toBe(
        address('', '').startsWith('/facts') ? `${titled(shown)} · Vouch` : `${word} · Inbox · Vouch`,
      );
      expect(problems).toEqual([]);
      await page.close();
    });
  });
