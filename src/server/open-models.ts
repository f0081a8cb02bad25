import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Config } from '#config/config.ts';
import { createModelJudge, heuristicJudge } from '#providers/contradiction-judge.ts';
import { createDomainModel } from '#providers/domain-model.ts';
import { createEmbedder } from '#providers/embedder.ts';
import { createLanguageModel, type LanguageModel } from '#providers/language-model.ts';
import { createStatementModel } from '#providers/statement-model.ts';
import { createVerificationModel } from '#providers/verification-model.ts';

/** Questions to a language model, where one is configured to read or to judge, and the embedding server. `trace` follows them. */
export const openModels = async (
  { extractor, contradictionJudge, languageModel, embedding }: Config,
  trace: ((model: LanguageModel) => LanguageModel) | null,
): Promise<
  Pick<
    AppDependencies,
    'statementModel' | 'verificationModel' | 'domainModel' | 'contradictionJudge' | 'embedder'
  >
> => {
  const [reads, judges] = [extractor === 'llm', contradictionJudge === 'llm'];
  const opened =
    languageModel !== null && (reads || judges) ? await createLanguageModel(languageModel) : null;
  const model = opened && trace ? trace(opened) : opened;
  const reader = reads ? model : null;
  return {
    statementModel: reader && createStatementModel(reader),
    verificationModel: reader && createVerificationModel(reader),
    domainModel: reader && createDomainModel(reader),
    contradictionJudge: judges && model !== null ? createModelJudge(model) : heuristicJudge,
    embedder: embedding === null ? undefined : await createEmbedder(embedding),
  };
};
