import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';
import { placesOf } from './places-of.ts';

const base = 'We will pay the Versicherungsträger Miller 500 euros on Fridays.';

/** Texts that count as the same statement as the base. */
const spellings: Readonly<Record<string, string>> = {
  decomposed: base.normalize('NFD'),
  'with a soft hyphen': base.replace('rungs', 'rungs\u00ad').replace('Miller', 'Mil\u00adler'),
  'with a zero-width space': base.replace('rungs', 'rungs\u200b').replace('Miller', 'Mil\u200bler'),
  'in full-width letters': base.replace('Ver', 'Ｖｅｒ').replace('Mill', 'Ｍｉｌｌ'),
  'with emphasis in a word': base.replace('Versicherung', '**Versicherung**').replace('Mil', '**Mil**'),
  'with a decimal reference': base.replace('ä', '&#228;').replace('i', '&#105;'),
  'with a hexadecimal reference': base.replace('ä', '&#xe4;').replace('Mil', 'M&#x0069;l'),
  'with a named reference': base.replace('ä', '&auml;'),
  'with a long s': base.replace('Versicherungs', 'Versicherungſ'),
  'with a link in a word': base.replace('Mil', 'M[il](https://example.com/x)'),
  'with a tag in a word': base.replace('Mil', 'M<b>il</b>').replace('rungs', 'rungs<wbr>'),
};

onServerStore((store) => {
  test.runIf(isLong)('the words of an erased memory stand nowhere in another spelling', async () => {
    const { ask, ...gateway } = await createTestGateway(store(), { fourEyes: 'off' });
    const { does, ingests } = runStory({ ask, ...gateway });
    const { wave } = await ingests(people.service, [{ path: 'a.md', content: decisionRecord(base) }]);
    const [{ id }] = wave.report.candidates.nodes;
    const documents = Object.entries(spellings).map(([name, text]) => ({
      path: `${name.replaceAll(' ', '-')}.md`,
      content: decisionRecord(text),
    }));
    const again = await ingests(people.service, documents);
    expect(again.wave.report.candidates.nodes).toEqual([]);

    const { wave: pier } = await ingests(people.service, [
      {
        path: 'pier.md',
        content: decisionRecord('We will paint the pier in May.', 'We will paint the mole in June.'),
      },
    ]);
    const [one, other]: Answer[] = pier.report.candidates.nodes;
    const said = `Since we will PAY the *Versicherungsträger*  Miller 500 euros on fridays!`;
    await does(people.reviewer, 'commentOnItem', { id: one.id, text: said });
    await does(people.reviewer, 'rejectCandidate', { id: other.id, reason: said });
    await does(people.curator, 'setProjectState', {
      project: 'tides',
      category: 'notes',
      key: 'k',
      value: said,
    });

    expect(await placesOf(store(), 'acme', ['fridays'])).toContain('comments.text');
    const { data } = await ask(
      people.admin,
      `mutation { eraseMemory(input: { id: "${id}", reason: "A request." }) { __typename ... on UserError { message } } }`,
    );
    expect(data.eraseMemory).toEqual({ __typename: 'EraseMemoryPayload' });
    const left = await ask(people.admin, '{ documents(first: 50) { nodes { path content } } }');
    expect(left.data.documents.nodes.filter(({ content }: Answer) => /fridays|euros/i.test(content))).toEqual(
      [],
    );
    expect(await placesOf(store(), 'acme', ['fridays', 'euros'])).toEqual([]);
  });
});
