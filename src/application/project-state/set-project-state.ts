import { assertProject, assertSeenName } from '#application/input-shape.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { ProjectStateTable, ProjectStateVersionTable } from '#entities/project-state.ts';
import { lockProjectState } from '#persistence/project-state.ts';
import { insertionOfRow, updateOfRow } from '#persistence/store/stored-rows.ts';

/** Names and texts alone: trusted state is written by hand, and nothing here can point to what is below it. */
export interface SetProjectStateInput extends CommonInput {
  readonly project: string;
  readonly category: string;
  readonly key: string;
  readonly value: string;
  readonly note?: string | null | undefined;
  /** The version that the caller looked at; 0: the entry must not be there yet. */
  readonly expectedRevision?: number | null | undefined;
}

const assertShape = ({ project, category, key, value, note }: SetProjectStateInput): void => {
  assertProject(project);
  assertSeenName(category, 'The category', ['category']);
  assertSeenName(key, 'The key', ['key']);
  assertStorableText(value, { name: 'The value', path: ['value'], min: 1, max: maxContentLength });
  if (note != null)
    assertStorableText(note, { name: 'The note', path: ['note'], min: 1, max: maxSummaryLength });
};

/** A curator writes an entry of trusted project state; its former values stay as versions. The same value again writes nothing. */
export const setProjectState = defineUseCase<SetProjectStateInput, { readonly stateId: string }>(
  { mutation: 'setProjectState', roles: ['curator'], as: 'viewer' },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { input } = command;
    const { project, category, key, value } = input;
    const { tenant, user } = viewer;
    assertShape(input);
    const note = input.note ?? null;

    const entry = await lockProjectState(session, { project, category, key });
    const version = entry?.version ?? 0;
    if (input.expectedRevision != null && input.expectedRevision !== version)
      throw new DomainError(
        'conflict.stale_revision',
        `The entry is at version ${version}; the value was meant for version ${input.expectedRevision}. Read it again.`,
        ['expectedRevision'],
      );
    if (entry && entry.value === value && (entry.note ?? null) === note)
      return { verdict: 'done', outcome: { stateId: entry.id } };

    const stated = { version: version + 1, value, note, setBy: user, setAt: now };
    const before = entry ? { version, value: entry.value } : null;
    const place = entry ?? { id: useCase.dependencies.newId('pst'), tenant, project, category, key };
    const state = { ...place, ...stated };
    session.send(
      entry ? updateOfRow(ProjectStateTable, entry, state) : insertionOfRow(ProjectStateTable, state),
    );
    session.send(
      insertionOfRow(ProjectStateVersionTable, {
        id: useCase.dependencies.newId('psv'),
        tenant,
        stateId: state.id,
        ...stated,
      }),
    );
    record([
      {
        action: 'project_state.set',
        targetType: 'ProjectState',
        targetId: state.id,
        before,
        after: { project, category, key, version: stated.version, value },
      },
    ]);
    return { verdict: 'done', outcome: { stateId: state.id } };
  },
);
