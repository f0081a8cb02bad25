interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** An answer whose errors are ordered by their texts: fields that are refused together are refused in any order. */
export const withErrorsInOrder = (
  text: string,
  shown: (error: AnswerError) => unknown = (error) => error,
): string => {
  const { errors, ...answer } = JSON.parse(text);
  const texts = errors?.map((error: AnswerError) => JSON.stringify(shown(error)));
  return JSON.stringify({ ...(errors && { errors: [...new Set(texts)].sort() }), ...answer });
};

/**
 * The same, and of arguments that are refused only the parents: where several fields of one parent are refused, the first
 * takes the parent with it, whichever it is.
 */
export const withRefusedParents = (text: string): string =>
  withErrorsInOrder(text, (error) =>
    / is (?:refused|not a cursor of this list)\. /.test(error.message)
      ? { refusedIn: error.path?.slice(0, -1) }
      : error,
  );
