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
  | {
      readonly outcome: 'answered';
      readonly value: unknown;
      /** True when the answer broke off: its last piece may be torn, and what should follow is missing. */
      readonly isCut: boolean;
    }
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
  const response = await fetch(input, { ...init, redirect: 'manual' });
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

/** One question is sent so often at most, within the time that a call may take. */
const mostAttempts = 3;

/**
 * Milliseconds until the next attempt: what the endpoint asks for, in seconds or as a date by its own clock; else half a second,
 * doubled each time.
 */
const delayOf = (headers: Readonly<Record<string, string>>, attempt: number): number => {
  const asked = headers['retry-after']?.trim() ?? '';
  const delay = /^\d+(?:\.\d+)?$/.test(asked)
    ? 1_000 * Number(asked)
    : Date.parse(asked) - Date.parse(headers.date ?? '');
  return Number.isNaN(delay) ? 500 * 2 ** attempt : Math.max(0, delay);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** So many ends of an object are tried, from the last one back. */
const endsTried = 20;

/** The JSON object in a text, in a fence or between other words; of a list that broke off, the whole pieces. */
const jsonIn = (text: string): Answer | null => {
  const fence = text.trimStart().startsWith('{') ? -1 : text.search(/```(?:json)?\s*\{/i);
  const start = text.indexOf('{', Math.max(0, fence));
  let end = text.lastIndexOf('}');
  for (let tried = 0; start !== -1 && end > start && tried < endsTried; tried += 1) {
    const whole = text.slice(start, end + 1);
    const value = parsed(whole) ?? parsed(`${whole}]}`);
    if (typeof value === 'object' && value !== null)
      return { outcome: 'answered', value, isCut: parsed(whole) === undefined };
    end = text.lastIndexOf('}', end - 1);
  }
  return null;
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
      return { outcome: 'answered', value: output, isCut: false };
    } catch (error) {
      if (abort.aborted) return { outcome: 'failed', failure: 'timeout' };
      if (sdk.NoObjectGeneratedError.isInstance(error)) {
        const answer = jsonIn(error.text ?? '');
        if (answer !== null) return answer;
      }
      const failed = { outcome: 'failed', failure: failureOf(error) } as const;
      if (!sdk.APICallError.isInstance(error) || !error.isRetryable) return failed;
      const headers = error.responseHeaders ?? {};
      return { ...failed, retryIn: (attempts) => delayOf(headers, attempts) };
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
