/** A block of shell commands in a document. */
export interface ShellBlock {
  readonly commands: string;
  /** The reason for which no test runs it; null: one does. */
  readonly notRun: string | null;
}

const block =
  /(?:^<!-- Not run by a test: (?<notRun>.+?) -->\n\s*)?^(?<indent> *)```sh\n(?<commands>[\s\S]*?)^ *```$/gm;

/** The shell blocks of a document, in its order. A comment directly above one (`Not run by a test: …`) says why none runs it. */
export const shellBlocksOf = (document: string): ShellBlock[] =>
  [...document.matchAll(block)].map(({ groups }) => ({
    commands: (groups?.commands ?? '').replaceAll(new RegExp(`^${groups?.indent}`, 'gm'), ''),
    notRun: groups?.notRun ?? null,
  }));
