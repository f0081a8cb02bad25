import type { ModelFailure } from './language-model.ts';

/** The optional packages are not there. */
export class ModelPackageMissing extends Error {}

/** Waits for packages that are loaded where a model is configured. Throws ModelPackageMissing when they are not installed. */
export const orPackageMissing = async <Loaded>(
  loading: Promise<Loaded>,
  provider: 'openai' | 'anthropic',
): Promise<Loaded> => {
  const loaded = await loading.catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ModelPackageMissing(
      `A model is configured and its packages are not installed: npm install ai @ai-sdk/${provider}, in the versions of package.json.`,
    );
  });
  // Warnings would go to the console, past the log.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return loaded;
};

/** An answer that is longer is not read to its end. */
const maxAnswerBytes = 4_194_304;

/** Follows no redirect, which would carry the key elsewhere, and reads no more than an answer can be. */
export const boundedFetch: typeof fetch = async (input, init) => {
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

/** Says why a call failed, where it was not for its time. */
export const failureIn = (sdk: typeof import('ai'), error: unknown): ModelFailure => {
  if (!sdk.APICallError.isInstance(error)) return 'malformed';
  if (error.statusCode === undefined) return 'unreachable';
  return error.statusCode < 300 ? 'malformed' : 'refused';
};
