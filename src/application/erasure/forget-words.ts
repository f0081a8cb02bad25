import { forgetTexts } from '#application/retrieval/text-vector.ts';
import { forgetTokens } from '#domain/bundle/token-count.ts';
import { forgetLemmas } from '#domain/contradictions/heuristic/lemmas.ts';
import { forgetHeadings } from '#domain/ingestion/sections/section-families.ts';
import { forgetInstructions } from '#domain/labels/detectors/instruction/instruction.ts';
import { forgetFolded } from '#domain/labels/folded-text.ts';
import { forgetWordings } from '#domain/labels/policy/wording-in-text.ts';

/** Empties what this process keeps of texts so that it need not work them out again. */
export const forgetWords = (): void => {
  forgetWordings();
  forgetHeadings();
  forgetLemmas();
  forgetFolded();
  forgetInstructions();
  forgetTokens();
  forgetTexts();
};
