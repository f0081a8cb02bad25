import {
  type DocumentNode,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationRule,
  validate,
} from 'graphql';
import { type OperationLimits, parseWithinLimits } from '#server/operations/operation-limits.ts';
import { createRefusal } from './public-errors.ts';
import type { GatewayPlugin } from './request-context.ts';

/** A subscription asks for its one field, unconditionally: the executor has no answer for one that asks for none. */
const unconditionalSubscriptionRule: ValidationRule = (context) => {
  const isConditional = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.directives?.some(({ name }) => ['skip', 'include'].includes(name.value))) return true;
      if (selection.kind === Kind.INLINE_FRAGMENT) return isConditional(selection.selectionSet);
      if (selection.kind === Kind.FIELD) return false;
      const fragment = context.getFragment(selection.name.value);
      return fragment != null && isConditional(fragment.selectionSet);
    });
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation === OperationTypeNode.SUBSCRIPTION && isConditional(selectionSet))
        context.reportError(
          createRefusal('BAD_USER_INPUT', 'A subscription takes neither @skip nor @include at its root.'),
        );
    },
  };
};

/** Parses within the limits, and validates; `suggestions`: messages name what the caller may have meant. */
export const useDocuments = (
  limits: OperationLimits,
  { introspection, suggestions }: { readonly introspection: boolean; readonly suggestions: boolean },
): GatewayPlugin => ({
  onParse({ setParseFn }) {
    setParseFn((source) => parseWithinLimits(typeof source === 'string' ? source : source.body, limits));
    return ({ context, result }) => {
      if (result === null || result instanceof Error) return;
      const operation = getOperationAST(result, context.params.operationName);
      context.requestState.operationType = operation?.operation ?? null;
    };
  },
  onValidate({ addValidationRule, setValidationFn }) {
    addValidationRule(unconditionalSubscriptionRule);
    if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn((schema, document, rules) =>
      validate(schema, document, rules, { hideSuggestions: !suggestions, maxErrors: 10 }),
    );
  },
});

const cachedDocuments = 256;
const longestCachedDocument = 4_096;

/** One that does not end is taken, too, so that each character is read once. */
const literal = /"(?:[^"\\\n]|\\.)*"?/g;
/** An id, a name, a date or a path. */
const plainLiteral = /^"[\w.:/@+=-]*"$/;

/**
 * True when a document contains words, in a value or a comment, that an erasure would have to find. Documents sent
 * repeatedly have them in variables.
 */
export const holdsWords = (text: string): boolean =>
  text.includes('"""') ||
  (text.match(literal) ?? []).some((value) => !plainLiteral.test(value)) ||
  text.replace(literal, '').includes('#');

/**
 * Keeps documents that were parsed and, by their identity, what validation said of them. Only short ones without words, and not
 * many, the oldest gives way: Yoga's own cache holds 1,024 documents of any size, and every error.
 */
export function createDocumentCache() {
  const documents = new Map<string, DocumentNode>();
  return {
    documentCache: {
      get: (text: string) => documents.get(text),
      set(text: string, document: DocumentNode) {
        if (text.length > longestCachedDocument || holdsWords(text)) return;
        const [oldest] = documents.keys();
        if (documents.size >= cachedDocuments && oldest !== undefined) documents.delete(oldest);
        documents.set(text, document);
      },
    },
    errorCache: { get: () => undefined, set: () => {} },
  };
}
