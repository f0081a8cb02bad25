import type { AppDependencies, JudgingEnding } from '#application/app-dependencies.ts';
import { callBudget } from '#application/language-model/call-budget.ts';
import { lockItems } from '#application/review/steps/change-item.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { orderedPair } from '#domain/contradictions/contradictions.ts';
import { readJudgments } from '#domain/contradictions/judgments.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import {
  type JudgedFinding,
  type JudgingQuestion,
  type JudgingVisibility,
  readQuestionAgain,
  writeFindings,
} from '#persistence/contradictions/judging-queue.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';

/** A judge's checked answer. */
export interface Judging {
  readonly question: JudgingQuestion;
  readonly findings: readonly JudgedFinding[];
  readonly calls: 0 | 1;
  readonly ending: JudgingEnding;
}

/** Asks the judge one question in one call, outside any transaction; nobody is asked where there is nothing to compare with. */
export const askJudge = async (
  dependencies: AppDependencies,
  viewer: Viewer,
  question: JudgingQuestion,
): Promise<Judging> => {
  const { contradictionJudge, logJudging } = dependencies;
  const ended = (ending: JudgingEnding, calls: 0 | 1, findings: readonly JudgedFinding[] = []): Judging => {
    logJudging(ending);
    return { question, findings, calls, ending };
  };
  const { statement, others } = question;
  if (others.length === 0) return ended('empty', 0);
  const judged = await contradictionJudge.judge(statement, others, callBudget(dependencies, viewer, null));
  const ids = others.map(({ id }) => id);
  const findingsOf = (judge: string, judgments: readonly unknown[] = []) =>
    readJudgments(statement.id, ids, judgments).map((finding) => ({ ...finding, judge }));
  const named = judged.outcome === 'judged' ? findingsOf(contradictionJudge.name, judged.judgments) : [];
  const foundByModel = new Set(named.map(({ otherId }) => otherId));
  const byWords = findingsOf(heuristicJudge.name, judged.byWords).filter(
    ({ otherId }) => !foundByModel.has(otherId),
  );
  const findings = [...named, ...byWords];
  if (judged.outcome === 'judged') return ended('judged', 1, findings);
  // Tomorrow's budget is not waited for: the words have been compared.
  const isSpent = judged.failure === 'over_daily_budget' || judged.failure === 'over_wave_budget';
  return isSpent ? ended('judged', 0, findings) : ended(judged.failure, 1, findings);
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
  const present = await readQuestionAgain(session.db, viewer, statement.id, visibility, found);
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
    now,
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
