import type { EmbeddingConfig } from '#config/config.ts';
import { unitVector } from '#domain/retrieval/unit-vector.ts';
import type { CallBudget, ModelFailure } from './language-model.ts';
import { boundedFetch, failureIn, orPackageMissing } from './model-endpoint.ts';

type Embedded =
  /** Unit vectors in the order of the texts, all of one length. */
  | { readonly outcome: 'embedded'; readonly vectors: readonly Float32Array[] }
  | { readonly outcome: 'failed'; readonly failure: ModelFailure };

/** Gives vectors to texts in one call, as far as the budget goes; the caller repeats what failed. Throws where the budget does. */
export interface Embedder {
  /** Name of the model: vectors of another are not compared with its own. */
  readonly name: string;
  readonly embed: (
    texts: readonly string[],
    terms?: {
      readonly budget?: CallBudget;
      /** At most the configured time. */
      readonly timeoutMs?: number;
    },
  ) => Promise<Embedded>;
}

/** UTF-16 code units of a text that are sent: about as much as the models read. */
const sentLength = 8_000;
/** Bytes of UTF-8 to a token, at least. */
const bytesPerToken = 2;

const openSdk = async ({ baseUrl, model, apiKey }: EmbeddingConfig) => {
  const sdk = await import('ai');
  const { createOpenAI } = await import('@ai-sdk/openai');
  // Without a key of its own the SDK would look into the environment.
  const provider = createOpenAI({ apiKey: apiKey ?? 'none', fetch: boundedFetch, baseURL: baseUrl });
  return { sdk, sdkModel: provider.embedding(model) };
};

/** Opens an embedding server. Throws ModelPackageMissing when the optional packages are not installed. */
export const createEmbedder = async (config: EmbeddingConfig): Promise<Embedder> => {
  const { sdk, sdkModel } = await orPackageMissing(openSdk(config), 'openai');

  const call = async (
    values: string[],
    timeoutMs: number,
  ): Promise<{ readonly answer: Embedded; readonly tokens: number | null }> => {
    const abortSignal = AbortSignal.timeout(Math.min(timeoutMs, config.timeoutMs));
    try {
      const { embeddings, usage } = await sdk.embedMany({
        model: sdkModel,
        values,
        maxRetries: 0,
        abortSignal,
      });
      const vectors = embeddings.flatMap((numbers) => unitVector(numbers) ?? []);
      const isWhole =
        vectors.length === values.length && vectors.every(({ length }) => length === vectors[0]?.length);
      return {
        answer: isWhole ? { outcome: 'embedded', vectors } : { outcome: 'failed', failure: 'malformed' },
        tokens: usage.tokens,
      };
    } catch (error) {
      const failure = abortSignal.aborted ? 'timeout' : failureIn(sdk, error);
      // A call that was refused, or never arrived, costs nothing.
      const tokens = failure === 'refused' || failure === 'unreachable' ? 0 : null;
      return { answer: { outcome: 'failed', failure }, tokens };
    }
  };

  return {
    name: config.model,
    embed: async (texts, { budget, timeoutMs = config.timeoutMs } = {}) => {
      const sent = texts.map((text) => text.slice(0, sentLength));
      const bytes = sent.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      const most = { input: Math.ceil(bytes / bytesPerToken), output: 0 };
      const reserved = await budget?.reserve(most);
      if (reserved !== undefined && reserved.stop !== null)
        return { outcome: 'failed', failure: reserved.stop };
      const { answer, tokens } = await call(sent, timeoutMs);
      const isCounted = tokens !== null && Number.isFinite(tokens);
      await reserved?.settle(isCounted ? { input: tokens, output: 0 } : most);
      return answer;
    },
  };
};
