import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  type Token,
  TokenKind,
} from 'graphql';
import { createRefusal } from '#server/operations/public-errors.ts';

/** Limits of one operation. Every limit is checked in time linear to what it allows, before graphql's own rules. */
export const defaultLimits = Object.freeze({
  /** Text of a document. Bounds comments, which are no tokens; long values belong into variables. */
  characters: 100_000,
  /** Lines of a document; graphql counts them again for each error. */
  lines: 5_000,
  /** Some eight times the Provenance operation of the contract. */
  tokens: 3_000,
  /** Brackets within brackets, in documents and in variables: the parser and the readers of JSON recurse. */
  nesting: 64,
  /** Commas and opening brackets in the JSON of a request: 500 documents take 4,000. */
  values: 200_000,
  directives: 50,
  /** Fragment definitions: graphql compares them pair by pair. */
  fragments: 50,
  /** Fields and fragments once every fragment is written out; the introspection query has about 300. */
  selections: 3_000,
  /** Selections of `__schema` and `__type`: each may answer with the whole schema, and the cost of an operation does not count them. */
  introspections: 5,
  /** Fields within fields: four connections below one another take 12, the introspection query 15. */
  depth: 20,
  aliases: 100,
  rootFields: 50,
  /**
   * The sum, over all places of the answer, of (fields asked for at that place)²: what graphql's check that fields
   * can be merged costs. A union of 12 types with 10 fields each takes 1,440.
   */
  overlap: 10_000,
  /** Fields of a plan, by type and selection: an interface counts once for each of its types. */
  plannedFields: 10_000,
  /** Objects that an answer may hold: 25 nested Provenances take about 40,000, `first: 100` three deep 1,000,000. */
  cost: 100_000,
  /** Objects that a bundle's task and a `search` count as: by their words and, where a server is configured, by their meaning. */
  task: 2_000,
  /** Objects that a field counts as that compares an item with all of its project by their meaning. */
  comparison: 250,
  /** UTF-16 code units of an answer's JSON, about: a document has up to a million. */
  answerCharacters: 8_000_000,
  /** The most items that `first` and `last` may ask for. */
  pageSize: 100,
  /** Items of a connection where neither is given. */
  defaultPageSize: 25,
  /** Values in the filter of one list. */
  filterValues: 200,
  /** Items that a list without pages is taken to hold. */
  listSize: 10,
});
export type OperationLimits = { readonly [Limit in keyof typeof defaultLimits]: number };

/**
 * Parses a document that stays within the limits; one that does not is never parsed, validated or cached.
 * @throws GraphQLError: OPERATION_LIMIT_EXCEEDED, BAD_USER_INPUT for text that nothing may store, or a syntax error.
 */
export function parseWithinLimits(text: string, limits: OperationLimits): DocumentNode {
  if (text.length > limits.characters) {
    throw exceeds(`is longer than ${limits.characters} characters; send long values as variables`);
  }
  readTokens(text, limits);
  const document = parse(text);
  new SelectionReader(document, limits).readAll();
  return document;
}

export const exceeds = (what: string): GraphQLError =>
  createRefusal('OPERATION_LIMIT_EXCEEDED', `This operation ${what}.`);

const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/** Reads the tokens ahead of the parser, which recurses for each bracket and would overflow the stack. */
function readTokens(text: string, limits: OperationLimits): void {
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  let directives = 0;
  let token: Token;
  do {
    token = lexer.advance();
    if (token.line > limits.lines) throw exceeds(`has more than ${limits.lines} lines`);
    if (++tokens > limits.tokens) throw exceeds(`has more than ${limits.tokens} tokens; split it`);
    if (opening.includes(token.kind) && ++nesting > limits.nesting) {
      throw exceeds(`nests brackets more than ${limits.nesting} deep`);
    }
    if (closing.includes(token.kind)) nesting--;
    if (token.kind === TokenKind.AT && ++directives > limits.directives) {
      throw exceeds(`has more than ${limits.directives} directives`);
    }
    if (token.value?.includes('\0')) {
      throw createRefusal('BAD_USER_INPUT', 'A text in this operation holds a NUL character; take it out.');
    }
    if (token.value === '__proto__') {
      throw createRefusal('BAD_USER_INPUT', 'The name `__proto__` is not accepted.');
    }
  } while (token.kind !== TokenKind.EOF);
}

/** One place of the answer: how often it is asked for, and the places below it. */
interface Place {
  asked: number;
  readonly below: Map<string, Place>;
}

/** Walks selections as an executor would merge them, fragments written out, and stops at the first limit. */
class SelectionReader {
  private selections = 0;
  private aliases = 0;
  private introspections = 0;
  private overlap = 0;
  private readonly document: DocumentNode;
  private readonly limits: OperationLimits;
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly within = new Set<string>();

  constructor(document: DocumentNode, limits: OperationLimits) {
    this.document = document;
    this.limits = limits;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  readAll(): void {
    if (this.fragments.size > this.limits.fragments) {
      throw exceeds(`has more than ${this.limits.fragments} fragments`);
    }
    for (const definition of this.document.definitions) {
      // Fragments that nothing uses are read as well, because graphql validates them as well.
      if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
        continue;
      const root = new Map<string, Place>();
      this.read(definition.selectionSet, root, 1);
      if (definition.kind === Kind.OPERATION_DEFINITION && root.size > this.limits.rootFields) {
        throw exceeds(`asks for more than ${this.limits.rootFields} fields at its root; split it`);
      }
    }
  }

  private read(selectionSet: SelectionSetNode, places: Map<string, Place>, depth: number): void {
    const { limits } = this;
    if (depth > limits.depth) throw exceeds(`asks for fields more than ${limits.depth} deep`);
    for (const selection of selectionSet.selections) {
      if (++this.selections > limits.selections) {
        throw exceeds(
          `asks for more than ${limits.selections} fields, with its fragments written out; split it`,
        );
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) this.read(selection.selectionSet, places, depth);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) this.readSpread(selection.name.value, places, depth);
      else {
        if (selection.alias !== undefined && ++this.aliases > limits.aliases) {
          throw exceeds(`has more than ${limits.aliases} aliases; split it`);
        }
        if (selection.name.value.startsWith('__') && selection.name.value !== '__typename') {
          if (++this.introspections > limits.introspections)
            throw exceeds(`asks for the schema more than ${limits.introspections} times; split it`);
        }
        const place = this.ask(places, (selection.alias ?? selection.name).value);
        if (selection.selectionSet !== undefined) this.read(selection.selectionSet, place.below, depth + 1);
      }
    }
  }

  private ask(places: Map<string, Place>, key: string): Place {
    const place = places.get(key) ?? { asked: 0, below: new Map() };
    places.set(key, place);
    place.asked++;
    this.overlap += 2 * place.asked - 1; // n² − (n − 1)²
    if (this.overlap > this.limits.overlap) throw exceeds('asks for the same fields too many times');
    return place;
  }

  private readSpread(name: string, places: Map<string, Place>, depth: number): void {
    const fragment = this.fragments.get(name);
    if (fragment === undefined) return; // graphql's validation names it.
    if (this.within.has(name)) throw exceeds('has a fragment that contains itself');
    this.within.add(name);
    this.read(fragment.selectionSet, places, depth);
    this.within.delete(name);
  }
}
