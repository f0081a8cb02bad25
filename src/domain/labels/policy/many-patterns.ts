import type { Sliced } from '#domain/slices.ts';

/** A text to look for, and what may follow it. */
export interface Pattern {
  readonly characters: string;
  /** Belongs to it where it stands right behind; empty: nothing. */
  readonly ending: string;
}

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Characters that are read in one slice. */
const slice = 16_384;
/** Different endings that are kept of patterns that end in one another. */
const mostEndings = 8;
const none = -1;

/** Multiplicative hashing spreads the edges of neighbouring nodes. */
const hash = (node: number, code: number): number =>
  Math.imul(node ^ Math.imul(code, 0x9e3779b1), 0x85ebca6b) >>> 0;

/**
 * The automaton of Aho and Corasick: all patterns are looked for in one pass, in time linear to the text and the patterns
 * together. Nodes are numbers; the edges are one hash table, so that an alphabet of any size costs the same.
 */
export class ManyPatterns {
  private readonly edges: Int32Array;
  private readonly mask: number;
  private readonly parents: Int32Array;
  private readonly codes: Uint16Array;
  /** Characters from the root; a pattern's own length at its end. */
  private readonly depths: Int32Array;
  /** The node of the longest proper end of this node's text that begins a pattern. */
  private readonly fallbacks: Int32Array;
  /** The length of the longest pattern that ends here; 0: none does. */
  private readonly longest: Int32Array;
  private readonly endings = new Map<number, readonly string[]>();
  private size = 1;

  private constructor(characters: number) {
    const room = 2 ** Math.ceil(Math.log2(2 * characters + 2));
    this.edges = new Int32Array(room).fill(none);
    this.mask = room - 1;
    this.parents = new Int32Array(characters + 1);
    this.codes = new Uint16Array(characters + 1);
    this.depths = new Int32Array(characters + 1);
    this.fallbacks = new Int32Array(characters + 1);
    this.longest = new Int32Array(characters + 1);
  }

  /** Patterns without characters are found nowhere. */
  static *of(patterns: readonly Pattern[]): Sliced<ManyPatterns> {
    const found = new ManyPatterns(patterns.reduce((sum, { characters }) => sum + characters.length, 0));
    yield* found.addAll(patterns);
    yield* found.link();
    return found;
  }

  /** Finds patterns: of those that end at one place the longest, with the character that follows. */
  *findIn(text: string): Sliced<Match[]> {
    const matches: Match[] = [];
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (at % slice === slice - 1) yield;
      const code = text.charCodeAt(at);
      let next = this.child(node, code);
      while (next === none && node !== 0) {
        node = this.fallbacks[node] ?? 0;
        next = this.child(node, code);
      }
      node = Math.max(next, 0);
      const length = this.longest[node] ?? 0;
      if (length === 0) continue;
      const end = at + 1;
      const following = (this.endings.get(node) ?? []).map((ending) =>
        text.startsWith(ending, end) ? ending.length : 0,
      );
      matches.push({ start: end - length, end: end + Math.max(0, ...following) });
    }
    return matches;
  }

  private *addAll(patterns: readonly Pattern[]): Sliced<void> {
    let added = 0;
    for (const { characters, ending } of patterns) {
      let node = 0;
      for (let at = 0; at < characters.length; at += 1) {
        added += 1;
        if (added % slice === 0) yield;
        node = this.childOrNew(node, characters.charCodeAt(at));
      }
      if (node === 0) continue;
      this.longest[node] = characters.length;
      if (ending !== '') this.addEndings(node, [ending]);
    }
  }

  /** Nodes in the order of their depth: what a node falls back to is less deep. */
  private *link(): Sliced<void> {
    const deepest = this.depths.reduce((most, depth) => Math.max(most, depth), 0);
    const places = new Int32Array(deepest + 2);
    const add = (place: number, more: number) => {
      places[place] = (places[place] ?? 0) + more;
    };
    for (let node = 0; node < this.size; node += 1) add((this.depths[node] ?? 0) + 1, 1);
    for (let depth = 1; depth < places.length; depth += 1) add(depth, places[depth - 1] ?? 0);
    const ordered = new Int32Array(this.size);
    for (let node = 0; node < this.size; node += 1) {
      const depth = this.depths[node] ?? 0;
      ordered[places[depth] ?? 0] = node;
      add(depth, 1);
    }
    for (let place = 1; place < ordered.length; place += 1) {
      if (place % slice === 0) yield;
      const node = ordered[place] ?? 0;
      const parent = this.parents[node] ?? 0;
      const code = this.codes[node] ?? 0;
      let from = parent;
      let to: number = none;
      while (from !== 0 && to === none) {
        from = this.fallbacks[from] ?? 0;
        to = this.child(from, code);
      }
      const fallback = Math.max(to, 0);
      this.fallbacks[node] = fallback;
      if (this.longest[node] === 0) this.longest[node] = this.longest[fallback] ?? 0;
      this.addEndings(node, this.endings.get(fallback) ?? []);
    }
  }

  private addEndings(node: number, more: readonly string[]): void {
    const known = this.endings.get(node);
    if (more.length === 0) return;
    this.endings.set(node, known ? [...new Set([...known, ...more])].slice(0, mostEndings) : more);
  }

  private child(node: number, code: number): number {
    for (let place = hash(node, code) & this.mask; ; place = (place + 1) & this.mask) {
      const found = this.edges[place] ?? none;
      if (found === none || (this.parents[found] === node && this.codes[found] === code)) return found;
    }
  }

  private childOrNew(node: number, code: number): number {
    let place = hash(node, code) & this.mask;
    for (; ; place = (place + 1) & this.mask) {
      const found = this.edges[place] ?? none;
      if (found === none) break;
      if (this.parents[found] === node && this.codes[found] === code) return found;
    }
    const made = this.size;
    this.size += 1;
    this.edges[place] = made;
    this.parents[made] = node;
    this.codes[made] = code;
    this.depths[made] = (this.depths[node] ?? 0) + 1;
    return made;
  }
}
