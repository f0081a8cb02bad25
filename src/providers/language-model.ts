import { setTimeout } from 'node:timers/promises';
import type { LanguageModel as SdkModel } from 'ai';
import type { LanguageModelConfig } from '#config/config.ts';

export interface Question {
  /** Task for the model, written by us alone. */
  readonly instructions: string;
  /** The material, which others wrote. */
  readonly material: string;
  /** JSON Schema of the answer: sent to the model, and not trusted to be kept. */
  readonly schema: object;
}

/** Closed, so that it can stand in logs, reports and metrics. */
export type ModelFailure = 'timeout' | 'unreachable' | 'refused' | 'malformed';
export type Answer =
  | { readonly outcome: 'answered'; readonly value: unknown }
  | { readonly outcome: 'failed'; readonly failure: ModelFailure };

/** Asks one question a call; never throws, and answers `failed` where anything goes wrong. */
export interface LanguageModel {
  readonly name: string;
  readonly ask: (question: Question) => Promise<Answer>;
}

/** The optional packages are not there. */
export class ModelPackageMissing extends Error {}

/** An answer that is longer is not read to its end. */
const maxAnswerBytes = 4_194_304;

/** Follows no redirect, which would carry the key elsewhere, and reads no more than an answer can be. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  let bytes = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        bytes += part.byteLength;
        if (bytes > maxAnswerBytes) controller.error(new Error('The answer of the model is too long.'));
        else controller.enqueue(part);
      },
    }),
  );
  return new Response(body ?? null, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};

/** So often one question is asked where the endpoint has no room for it, within the time that a call may take. */
const mostAttempts = 3;
const noRoom: ReadonlySet<number> = new Set([429, 503, 529]);

/** Milliseconds until the next attempt: what the endpoint asks for, else half a second, doubled each time. */
const delayOf = (retryAfter: string | undefined, attempt: number): number => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? 1_000 * seconds : 500 * 2 ** attempt;
};

/** JSON that stands in a fence or in prose; undefined where there is none. */
const jsonIn = (text: string): unknown => {
  const inside =
    /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1] ??
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
};

const openSdk = async ({ provider, baseUrl, model, apiKey }: LanguageModelConfig) => {
  const settings = {
    // Without a key of its own the SDK would look into the environment.
    apiKey: apiKey ?? 'none',
    fetch: boundedFetch,
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  };
  const sdk = await import('ai');
  const sdkModel: SdkModel =
    provider === 'openai'
      ? (await import('@ai-sdk/openai')).createOpenAI(settings).chat(model)
      : (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model);
  return { sdk, sdkModel };
};

/** Opens a model. Throws ModelPackageMissing when the optional packages are not installed. */
export const createLanguageModel = async (config: LanguageModelConfig): Promise<LanguageModel> => {
  const { sdk, sdkModel } = await openSdk(config).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ModelPackageMissing(
      `A language model is configured and its packages are not installed: npm install ai @ai-sdk/${config.provider}, in the versions of package.json.`,
    );
  });
  // Warnings would go to the console, past the log.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

  const failureOf = (error: unknown): ModelFailure => {
    if (sdk.NoObjectGeneratedError.isInstance(error) || sdk.NoOutputGeneratedError.isInstance(error))
      return 'malformed';
    if (sdk.APICallError.isInstance(error))
      return error.statusCode === undefined
        ? 'unreachable'
        : error.statusCode < 300
          ? 'malformed'
          : 'refused';
    return 'malformed';
  };

  const attempt = async (
    { instructions, material, schema }: Question,
    abort: AbortSignal,
  ): Promise<Answer & { readonly retryIn?: (attempt: number) => number }> => {
    try {
      const { output } = await sdk.generateText({
        model: sdkModel,
        instructions,
        prompt: material,
        // Any JSON is let through: what is wrong in an answer is dropped piece by piece, not all of it.
        output: sdk.Output.object({
          schema: sdk.jsonSchema<unknown>(schema, {
            validate: (value) => ({ success: true, value }),
          }),
        }),
        maxRetries: 0,
        abortSignal: abort,
      });
      return { outcome: 'answered', value: output };
    } catch (error) {
      if (abort.aborted) return { outcome: 'failed', failure: 'timeout' };
      if (sdk.NoObjectGeneratedError.isInstance(error)) {
        const value = jsonIn(error.text ?? '');
        if (typeof value === 'object' && value !== null) return { outcome: 'answered', value };
      }
      const failed = { outcome: 'failed', failure: failureOf(error) } as const;
      if (!sdk.APICallError.isInstance(error) || !noRoom.has(error.statusCode ?? 0)) return failed;
      const after = error.responseHeaders?.['retry-after'];
      return { ...failed, retryIn: (attempts) => delayOf(after, attempts) };
    }
  };

  return {
    name: config.model,
    ask: async (question) => {
      const deadline = performance.now() + config.timeoutMs;
      const abort = AbortSignal.timeout(config.timeoutMs);
      for (let attempts = 0; ; attempts += 1) {
        const { retryIn, ...answer } = await attempt(question, abort);
        const delay = retryIn?.(attempts) ?? Number.POSITIVE_INFINITY;
        if (attempts + 1 >= mostAttempts || performance.now() + delay >= deadline) return answer;
        await setTimeout(delay);
      }
    },
  };
};
