import type { AppDependencies, JudgingEnding } from '#application/app-dependencies.ts';
import { lockItems } from '#application/review/steps/change-item.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { orderedPair } from '#domain/contradictions/contradictions.ts';
import { type Finding, readJudgments } from '#domain/contradictions/judgments.ts';
import {
  type JudgingQuestion,
  type JudgingVisibility,
  readJudgingQuestion,
  writeFindings,
} from '#persistence/contradictions/judging-queue.ts';

/** A judge's checked answer. */
export interface Judging {
  readonly question: JudgingQuestion;
  readonly findings: readonly Finding[];
  readonly calls: 0 | 1;
  readonly ending: JudgingEnding;
}

/** Asks the judge one question in one call, outside any transaction; nobody is asked where there is nothing to compare with. */
export const askJudge = async (
  { contradictionJudge, logJudging }: AppDependencies,
  question: JudgingQuestion,
): Promise<Judging> => {
  const ended = (ending: JudgingEnding, calls: 0 | 1, findings: readonly Finding[] = []): Judging => {
    logJudging(ending);
    return { question, findings, calls, ending };
  };
  const { statement, others } = question;
  if (others.length === 0) return ended('empty', 0);
  const judged = await contradictionJudge.judge(statement, others);
  if (judged.outcome === 'failed') return ended(judged.failure, 1);
  const ids = others.map(({ id }) => id);
  return ended('judged', 1, readJudgments(statement.id, ids, judged.judgments));
};

/**
 * Write and record: the findings that are still about what was asked, one contradiction a pair; returns the ids of all
 * of them. What was reworded, left its place, or is for others since is read again, and passed over: the queue has it.
 */
export const recordFindings = async (
  useCase: UseCaseContext,
  { question, findings }: Judging,
  visibility: JudgingVisibility,
): Promise<string[]> => {
  if (findings.length === 0) return [];
  const { session, viewer, dependencies, now, record } = useCase;
  const { statement, others } = question;
  const found = findings.map(({ otherId }) => otherId);
  await lockItems(useCase, [statement.id, ...found]);
  const present = await readJudgingQuestion(session.db, viewer, statement.id, visibility, found);
  if (present?.statement.content !== statement.content) return [];
  const contentOf = (id: string, of: JudgingQuestion['others']) =>
    of.find((other) => other.id === id)?.content;
  const lasting = findings.filter(
    ({ otherId }) => contentOf(otherId, others) === contentOf(otherId, present.others),
  );
  const written = await writeFindings(
    session,
    lasting.map((finding) => {
      const [olderId, newerId] = orderedPair(statement.id, finding.otherId);
      return { id: dependencies.newId('con'), olderId, newerId, finding };
    }),
    { judge: dependencies.contradictionJudge.name, now },
  );
  record(
    written.flatMap(({ id, isNew, finding }) =>
      isNew
        ? [
            {
              action: 'contradiction.detected' as const,
              targetType: 'Contradiction' as const,
              targetId: id,
              before: null,
              after: {
                status: 'OPEN',
                revision: 1,
                severity: finding.severity,
                memoryId: statement.id,
                otherId: finding.otherId,
              },
            },
          ]
        : [],
    ),
  );
  return written.map(({ id }) => id);
};
