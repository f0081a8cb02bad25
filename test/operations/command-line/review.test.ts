import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const root = new URL('../../..', import.meta.url).pathname;

describe('vouch review', () => {
  onServerStore((store) => {
    const setStage = async (project: string) => {
      const gateway = await createTestGateway(store());
      // The command snoozes by the machine's clock.
      gateway.pass(Date.now() - beginning.getTime());
      const story = runStory(gateway);
      const said = ['dredge', 'survey', 'light', 'mark'].map(
        (verb) => `We will ${verb} the ${project} in May.`,
      );
      await story.candidates(said, { project });
      const { url } = await gateway.gateway.listen();
      onTestFinished(() => gateway.gateway.close());
      const token = await gateway.tokenOf(people.reviewer);
      const review = async (keys: readonly string[], ...given: string[]) => {
        const child = spawn(
          process.execPath,
          ['src/main.ts', 'review', '--url', url, '--project', project, ...given],
          { cwd: root, env: { PATH: process.env.PATH, VOUCH_TOKEN: token } },
        );
        child.stdin.end(keys.map((key) => `${key}\n`).join(''));
        const [out, error, [status]] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, 'exit'),
        ]);
        return { out, error, status };
      };
      const states = async () =>
        Object.fromEntries(
          (
            await store().asOwner<{ content: string; status: string }>(
              'select content, status from memories where project = ?',
              [project],
            )
          ).map(({ content, status }) => [content, status]),
        );
      return { said, review, states };
    };

    test('decides entry by entry as the keys of a pipe say, and takes the last decision back', async () => {
      const { review, states } = await setStage('channel');
      const { out, error, status } = await review([
        '1',
        '3',
        'Nobody said so.',
        '1',
        'u',
        'j',
        'k',
        'd',
        '?',
        'q',
      ]);
      expect([error, status]).toEqual(['', 0]);
      expect(out).toMatch(
        /From adr\/r-\w+\.md › .*, by agent:\n {2}\| ## Decision\n {2}\| \n {2}> We will dredge the channel in May\./,
      );
      expect(out.match(/^(Promoted|Rejected|Taken back)\.$/gm)).toEqual([
        'Promoted.',
        'Rejected.',
        'Promoted.',
        'Taken back.',
        'Rejected.',
      ]);
      expect(out.trimEnd().endsWith('1 promoted, 2 rejected, 0 snoozed.')).toBe(true);
      expect(Object.values(await states()).sort()).toEqual(['ACTIVE', 'CANDIDATE', 'INVALID', 'INVALID']);
    });

    test('promotes edited words, snoozes, says why a decision is refused, and ends with the keys', async () => {
      const { review, states } = await setStage('basin');
      const { out, status } = await review([
        '2',
        'We will dredge the basin twice.',
        'h',
        '3',
        'x'.repeat(2_001),
      ]);
      expect(status).toBe(0);
      expect(out).toMatch(/^.*reason has 2001 characters.*$/m);
      expect(out.trimEnd().endsWith('1 promoted, 0 rejected, 1 snoozed.')).toBe(true);
      expect(await states()).toMatchObject({ 'We will dredge the basin twice.': 'ACTIVE' });
      expect((await review([], '--json')).out.trim().split('\n')).toHaveLength(2);
    });

    test('prints what waits for programs, one object a line, and decides nothing', async () => {
      const { said, review, states } = await setStage('lock');
      const before = await states();
      const { out } = await review(['1'], '--json');
      const entries = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(entries.map(({ subject }) => subject.content).sort()).toEqual([...said].sort());
      expect(await states()).toEqual(before);
    });
  });
});
