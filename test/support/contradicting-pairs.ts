import { people } from './gateway.ts';
import type { Answer, Story } from './story.ts';

const { contributor, admin, reader } = people;

/** Pairs of memories that contradict each other, each in a project of its own, and what is shown of them. */
export const contradictingPairs = (story: () => Story) => {
  let turn = 0;
  /** The project of the pair that was written last. */
  const latestProject = () => `project ${turn}`;
  /** The ids of memories that say so, each written by a hand of its own, in a project of their own. */
  const written = async (
    contents: readonly string[],
    { promote = true, ...more }: { promote?: boolean; [field: string]: unknown } = {},
  ): Promise<string[]> => {
    turn += 1;
    const ids: string[] = [];
    for (const content of contents) {
      const { memory } = await story().does(contributor, 'createMemory', {
        project: latestProject(),
        kind: 'FACT',
        content,
        ...more,
      });
      story().gateway.pass(1_000);
      if (promote) await story().does(admin, 'promoteCandidate', { id: memory.id });
      ids.push(memory.id);
    }
    return ids;
  };
  const conflicting = async (more: Parameters<typeof written>[1] = {}) => {
    const [older = '', newer = ''] = await written(
      ['The buoy mass is 4.8 kg.', 'The mass of the buoy is 5.6 kg.'],
      more,
    );
    const { contradictions } = await story().does(admin, 'detectContradictions', { memoryId: newer });
    return { older, newer, id: contradictions[0]?.id as string, project: latestProject() };
  };
  const memory = async (id: string, who = admin): Promise<Answer> =>
    (
      await story().gateway.ask(
        who,
        `query ($id: ID!) { memory(id: $id) { status content audience isPersonal contributor { name } sensitivityLabels validFrom validUntil
          reviewedBy { name } rejectionReason supersededBy { id } supersedes { id } contradictions { totalCount nodes { id status } } } }`,
        { id },
      )
    ).data.memory;
  const listed = async (project: string, who = reader, more: object = {}): Promise<string[]> =>
    (
      await story().asks(who, 'Memories', { filter: { project: { eq: project } }, ...more })
    ).memories.edges.map(({ node }: Answer) => node.id);
  return { latestProject, written, conflicting, memory, listed };
};
