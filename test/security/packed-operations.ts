import { schema } from '#resolvers/index.ts';
import { assertAffordable } from '#server/operations/operation-cost.ts';
import { defaultLimits, parseWithinLimits } from '#server/operations/operation-limits.ts';

/** A selection set: heads (`field(args)`, `alias: field`, `... on Type`) and what stands below them; null below a leaf. */
export type Tree = Map<string, Tree | null>;

/** A way through the schema, and what is asked for at its end. */
export interface Piece {
  readonly chain: readonly string[];
  readonly below: Tree | null;
}

const mergeInto = (into: Tree, from: Tree): void => {
  for (const [head, below] of from) {
    const own = into.get(head);
    if (own && below) mergeInto(own, below);
    else if (!own) into.set(head, below && copyOf(below));
  }
};
const copyOf = (tree: Tree): Tree => {
  const copy: Tree = new Map();
  mergeInto(copy, tree);
  return copy;
};

export const treeOf = ({ chain, below }: Piece): Tree =>
  chain.reduceRight<Tree | null>((tree, head) => new Map([[head, tree]]), below) ?? new Map();

export const textOf = (tree: Tree): string =>
  [...tree].map(([head, below]) => (below ? `${head} { __typename ${textOf(below)} }` : head)).join(' ');

/** An operation that stays within the limits of the gateway. */
export interface Packed {
  readonly query: string;
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

export type Ids = Readonly<Record<string, readonly string[]>>;

export const packedOf = (kind: 'query' | 'mutation', tree: Tree, ids: Ids): Packed => {
  const body = textOf(tree);
  const names = Object.keys(ids).filter((name) => body.includes(`(ids: $${name})`));
  const declared = names.map((name) => `$${name}: [ID!]!`).join(', ');
  return {
    query: `${kind}${declared && ` (${declared})`} { ${body} }`,
    variables: Object.fromEntries(names.map((name) => [name, ids[name] ?? []])),
  };
};

/** A piece as two, each with half of the fields; a piece of one field cannot be divided. */
const halvesOf = ({ chain, below }: Piece): readonly Piece[] => {
  const fields = [...(below ?? [])];
  const [only] = fields;
  if (!only) throw new Error(`No operation can hold ${chain.join(' > ')}.`);
  if (fields.length === 1) return halvesOf({ chain: [...chain, only[0]], below: only[1] });
  const middle = Math.ceil(fields.length / 2);
  return [fields.slice(0, middle), fields.slice(middle)].map((half) => ({ chain, below: new Map(half) }));
};

/** Puts pieces together into as few operations as the limits of the gateway allow, of at most `longest` characters. */
export const pack = (
  kind: 'query' | 'mutation',
  pieces: readonly Piece[],
  ids: Ids = {},
  longest = Number.POSITIVE_INFINITY,
): Packed[] => {
  const assertWithinLimits = ({ query, variables }: Packed): void => {
    const document = parseWithinLimits(query, defaultLimits);
    const [operation] = document.definitions;
    if (operation?.kind === 'OperationDefinition')
      assertAffordable({ schema, document, operation, variables }, defaultLimits);
  };
  const fits = (tree: Tree): boolean => {
    try {
      const packed = packedOf(kind, tree, ids);
      assertWithinLimits(packed);
      return packed.query.length <= longest;
    } catch {
      return false;
    }
  };
  const treesOf = (some: readonly Piece[]): Tree => {
    const tree: Tree = new Map();
    for (const piece of some) mergeInto(tree, treeOf(piece));
    return tree;
  };
  const small = pieces.flatMap(function parts(piece): readonly Piece[] {
    return fits(treeOf(piece)) ? [piece] : halvesOf(piece).flatMap(parts);
  });
  const packed: Packed[] = [];
  // Each try costs as much as the operation is long: the first guess is what fitted before, and an eighth less than the most will do.
  let fitting = 1;
  for (let begin = 0; begin < small.length; begin += fitting) {
    const left = small.length - begin;
    let tried = Math.min(fitting, left);
    let tooMany = left + 1;
    fitting = 1;
    while (tooMany - fitting > Math.max(1, fitting / 8)) {
      if (fits(treesOf(small.slice(begin, begin + tried)))) fitting = tried;
      else tooMany = tried;
      tried = Math.min(Math.ceil(1.25 * fitting + 0.5), Math.floor((fitting + tooMany) / 2));
    }
    packed.push(packedOf(kind, treesOf(small.slice(begin, begin + fitting)), ids));
  }
  return packed;
};
