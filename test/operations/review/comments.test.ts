import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const missing = 'mem_0199a000-0000-7000-8000-000000000000';
const stranger = viewer('hana', ['contributor']);

describe('people who review an item write to each other about it', () => {
  onServerStore((store) => {
    let story: Story;
    let id = '';
    let turn = 0;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      // Both are known from here on: they have written.
      await story.candidate('The auditor is known by now.');
      for (const who of [people.reviewer, people.auditor])
        await story.does(who, 'commentOnItem', { id: await writes(), text: 'I am here.' });
    });

    const writes = async () => {
      turn += 1;
      const { memory } = await story.does(people.contributor, 'createMemory', {
        project: 'harbor',
        kind: 'FACT',
        content: `Crate ${turn} stands in the shed.`,
      });
      id = memory.id;
      return id;
    };
    const says = (who: Viewer, more: object = {}): Promise<{ code?: string; message?: string }> =>
      story.does(who, 'commentOnItem', { id, text: 'In which shed?', ...more });
    const ask = async (who: Viewer, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    const read = async (who: Viewer) =>
      (
        await ask(
          who,
          'query ($id: ID!) { memory(id: $id) { revision comments { totalCount nodes { text addressee { name } writtenBy { name } item { id } } } } }',
          { id },
        )
      ).memory;
    const forPerson = async (who: Viewer, addressee: string) =>
      (
        await ask(
          who,
          'query ($addressee: String) { comments(filter: { addressee: $addressee }) { nodes { text } } }',
          {
            addressee,
          },
        )
      ).comments.nodes;

    test('a comment is found by its id by who may read it; for others it is as missing', async () => {
      await writes();
      await story.does(people.reviewer, 'promoteCandidate', { id });
      await says(people.reviewer);
      const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
      const { memory } = await ask(
        people.reviewer,
        'query ($id: ID!) { memory(id: $id) { comments { nodes { id } } } }',
        { id },
      );
      const [comment] = memory.comments.nodes;
      for (const who of [people.reviewer, people.contributor])
        expect((await ask(who, query, { id: comment.id })).node).toEqual({
          __typename: 'Comment',
          id: comment.id,
        });
      const missingComment = missing.replace('mem_', 'cmt_');
      for (const who of [people.reader, stranger])
        expect(await ask(who, query, { id: comment.id })).toEqual(
          await ask(who, query, { id: missingComment }),
        );
    });

    test('a reviewer asks, the contributor answers, and the item stays as it was', async () => {
      await writes();
      const before = await read(people.reviewer);
      await says(people.reviewer, { addressee: people.contributor.user });
      await says(people.contributor, { text: 'In the red one.' });
      const after = await read(people.contributor);
      expect(after.revision).toBe(before.revision);
      expect(after.comments).toEqual({
        totalCount: 2,
        nodes: [
          {
            text: 'In which shed?',
            addressee: { name: people.contributor.user },
            writtenBy: { name: people.reviewer.user },
            item: { id },
          },
          {
            text: 'In the red one.',
            addressee: null,
            writtenBy: { name: people.contributor.user },
            item: { id },
          },
        ],
      });
    });

    test('the person whom a comment is for finds it', async () => {
      await writes();
      await says(people.reviewer, {
        text: 'Is this one for the register?',
        addressee: people.auditor.user,
      });
      expect(await forPerson(people.auditor, people.auditor.user)).toEqual([
        { text: 'Is this one for the register?' },
      ]);
      expect(await forPerson(stranger, stranger.user)).toEqual([]);
    });

    test('a reader of a believed item neither reads nor writes its comments', async () => {
      await writes();
      await says(people.reviewer);
      await story.does(people.reviewer, 'promoteCandidate', { id });
      expect((await read(people.reader)).comments).toBeNull();
      expect((await says(people.reader)).code).toBe('forbidden');
      expect(await says(stranger)).toMatchObject({ code: 'comment.not_reviewing' });
    });

    test('an item that is hidden and one that is missing refuse alike', async () => {
      await writes();
      const hidden = await says(stranger);
      expect(await says(stranger, { id: missing })).toEqual(hidden);
      expect(hidden.code).toBe('not_found');
    });

    test('a name that nothing has which the viewer sees is refused with the nearest', async () => {
      await writes();
      expect(await says(people.reviewer, { addressee: 'oskar' })).toMatchObject({
        code: 'input.invalid',
        message: 'Nothing that you can see names the user "oskar". Nearest: oscar.',
      });
      expect((await read(people.reviewer)).comments.totalCount).toBe(0);
    });

    test('the words of a comment are erased with its item, and masked in no audit that is kept', async () => {
      await writes();
      await says(people.reviewer, { text: 'Bob keeps the key.' });
      await story.does(people.admin, 'eraseMemory', { id, reason: 'Somebody asked for it.' });
      const [row] = await store().asOwner<{ text: string }>('select text from comments where memory_id = ?', [
        id,
      ]);
      expect(row?.text).not.toContain('Bob');
      const texts = await store().asOwner<{ after: unknown }>(
        'select after from audit_texts where target_id = ?',
        [id],
      );
      expect(JSON.stringify(texts)).not.toContain('keeps the key');
    });
  });
});
