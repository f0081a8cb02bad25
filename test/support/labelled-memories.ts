import { expect } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { people } from '#test/support/gateway.ts';
import type { Answer, Story } from '#test/support/story.ts';

/** The id of no memory. */
export const none = 'mem_00000000-0000-7000-8000-000000000000';
export const reach = 'Reach me at alice@example.com or +1 415 555 0199.';
const labelled =
  'query ($id: ID!) { memory(id: $id) { revision suggestedLabels sensitivityLabels labelPromotions { labels promotedAt promotedBy { name } } } }';

interface Written {
  readonly content?: string;
  readonly project?: string;
  readonly summary?: string;
  readonly isPersonal?: boolean;
  readonly audience?: readonly string[];
  readonly sensitivityLabels?: readonly string[];
  readonly subjectId?: string;
}

/** The id of a memory that carol wrote by hand. */
export const writes = async (
  story: Story,
  { content = reach, project = 'tides', ...more }: Written = {},
): Promise<string> => {
  const who = { ...people.contributor, groups: more.audience ?? [] };
  return (await story.does(who, 'createMemory', { project, kind: 'FACT', content, ...more })).memory.id;
};

/** Labels of a memory, as a viewer sees them. */
export const labelsOf = async (story: Story, id: string, who: Viewer = people.reviewer): Promise<Answer> =>
  (await story.gateway.ask(who, labelled, { id })).data.memory;

export const expectLabels = async (
  story: Story,
  id: string,
  suggested: string[],
  authoritative: string[] = [],
) =>
  expect(await labelsOf(story, id)).toMatchObject({
    suggestedLabels: suggested,
    sensitivityLabels: authoritative,
  });
