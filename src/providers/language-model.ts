import { setTimeout } from 'node:timers/promises';
import type { LanguageModel as SdkModel } from 'ai';
import type { LanguageModelConfig } from '#config/config.ts';
import type { BudgetStop, TokenCount } from '#domain/language-model/budget.ts';
import { boundedFetch, failureIn, orPackageMissing } from './model-endpoint.ts';

interface Question {
  /** Task for the model, written by us alone. */
  readonly instructions: string;
  /** The material, which others wrote. */
  readonly material: string;
  /** JSON Schema of the answer: sent to the model, and not trusted to be kept. */
  readonly schema: object;
}

/** Closed, so that it can stand in logs, reports and metrics. */
export type ModelFailure = 'timeout' | 'unreachable' | 'refused' | 'malformed' | BudgetStop;
type Answer =
  | {
      readonly outcome: 'answered';
      readonly value: unknown;
      /** True when the answer broke off: its last piece may be torn, and what should follow is missing. */
      readonly isCut: boolean;
    }
  | { readonly outcome: 'failed'; readonly failure: ModelFailure };

/** Room in a budget that is reserved for a call. */
type Reservation =
  | { readonly stop: BudgetStop }
  | { readonly stop: null; readonly settle: (used: TokenCount) => Promise<void> };

/** The budget that calls are paid from. */
export interface CallBudget {
  /** Reserves the most that a call may use; `settle` gives back what it did not. */
  readonly reserve: (most: TokenCount) => Promise<Reservation>;
}

/**
 * Asks one question a call, as far as the budget goes; answers `failed` where anything goes wrong, and throws where the budget
 * does, or where `stop` ends the call.
 */
export interface LanguageModel {
  readonly name: string;
  readonly ask: (question: Question, budget?: CallBudget, stop?: AbortSignal) => Promise<Answer>;
}

/** The list that an answer holds under a name; null for what is no answer to the question. */
export const listIn = (value: unknown, name: string): readonly unknown[] | null => {
  if (typeof value !== 'object' || value === null || !(name in value)) return null;
  const list = (value as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(list) ? list : null;
};

/** The most tokens of one answer. */
const mostAnswered = 8_192;
/** Bytes of UTF-8 to a token, at least, in the languages that models read. */
const bytesPerToken = 2;

const mostOf = ({ instructions, material, schema }: Question): TokenCount => ({
  input: Math.ceil(Buffer.byteLength(instructions + material + JSON.stringify(schema)) / bytesPerToken),
  output: mostAnswered,
});

/** Tokens as the endpoint counts them; as many as the call may use at most where it does not say. */
const usedOf = (
  usage:
    | { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
    | undefined,
  most: TokenCount,
): TokenCount => ({ input: usage?.inputTokens ?? most.input, output: usage?.outputTokens ?? most.output });

const unused: TokenCount = { input: 0, output: 0 };

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

/** Ends of an object that are tried, from the last one back. */
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

/** One call: its answer, the tokens that it used, and after which delay it may be repeated. */
interface Attempt {
  readonly answer: Answer;
  readonly used: TokenCount;
  readonly retryIn?: (attempt: number) => number;
}

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
  const { sdk, sdkModel } = await orPackageMissing(openSdk(config), config.provider);

  const attempt = async (
    { instructions, material, schema }: Question,
    most: TokenCount,
    abort: AbortSignal,
  ): Promise<Attempt> => {
    try {
      const { output, usage } = await sdk.generateText({
        model: sdkModel,
        instructions,
        prompt: material,
        // Accepts any JSON: wrong pieces of an answer are dropped one by one, not all of it.
        output: sdk.Output.object({
          schema: sdk.jsonSchema<unknown>(schema, {
            validate: (value) => ({ success: true, value }),
          }),
        }),
        maxRetries: 0,
        maxOutputTokens: mostAnswered,
        abortSignal: abort,
      });
      return { answer: { outcome: 'answered', value: output, isCut: false }, used: usedOf(usage, most) };
    } catch (error) {
      if (abort.aborted) return { answer: { outcome: 'failed', failure: 'timeout' }, used: most };
      const answer = { outcome: 'failed', failure: failureIn(sdk, error) } as const;
      if (sdk.NoObjectGeneratedError.isInstance(error))
        return { answer: jsonIn(error.text ?? '') ?? answer, used: usedOf(error.usage, most) };
      if (!sdk.APICallError.isInstance(error)) return { answer, used: most };
      const used = answer.failure === 'malformed' ? most : unused;
      if (!error.isRetryable) return { answer, used };
      const headers = error.responseHeaders ?? {};
      return { answer, used, retryIn: (attempts) => delayOf(headers, attempts) };
    }
  };

  const askUntilAnswered = async (
    question: Question,
    most: TokenCount,
    stop: AbortSignal | undefined,
  ): Promise<Attempt> => {
    const deadline = performance.now() + config.timeoutMs;
    const timeout = AbortSignal.timeout(config.timeoutMs);
    const abort = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
    for (let attempts = 0; ; attempts += 1) {
      const result = await attempt(question, most, abort);
      const delay = result.retryIn?.(attempts) ?? Number.POSITIVE_INFINITY;
      if (attempts + 1 >= mostAttempts || performance.now() + delay >= deadline) return result;
      await setTimeout(delay, undefined, { signal: abort }).catch(() => undefined);
    }
  };

  return {
    name: config.model,
    ask: async (question, budget, stop) => {
      const most = mostOf(question);
      const reserved = await budget?.reserve(most);
      if (reserved !== undefined && reserved.stop !== null)
        return { outcome: 'failed', failure: reserved.stop };
      const { answer, used } = await askUntilAnswered(question, most, stop);
      await reserved?.settle(used);
      stop?.throwIfAborted();
      return answer;
    },
  };
};
