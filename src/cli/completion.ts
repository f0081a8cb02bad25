import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Completable {
  readonly name: string;
  readonly description: string;
  /** Subcommands and options. */
  readonly words: readonly string[];
}

const completable = (program: Command): Completable[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description().replaceAll(/[`'":[\]\\$]/g, ''),
    words: [
      ...command.commands.map((sub) => sub.name()),
      ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    ],
  }));

const scripts: Readonly<Record<Shell, (commands: readonly Completable[]) => string>> = {
  bash: (commands) => `_vouch() {
  local words="${commands.map(({ name }) => name).join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words }) => `      ${name}) words="${words.join(' ')}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vouch vouch
`,
  zsh: (commands) => `#compdef vouch
_vouch() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    '${name}:${description}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _vouch vouch
`,
  fish: (commands) =>
    `${commands
      .flatMap(({ name, description, words }) => [
        `complete -c vouch -n __fish_use_subcommand -a ${name} -d '${description}'`,
        ...words.map((word) =>
          word.startsWith('--')
            ? `complete -c vouch -n '__fish_seen_subcommand_from ${name}' -l ${word.slice(2)}`
            : `complete -c vouch -n '__fish_seen_subcommand_from ${name}' -a ${word}`,
        ),
      ])
      .join('\n')}\n`,
};

/** `vouch completion`: a script that completes commands and options in a shell. */
export const completionOf = (program: Command, shell: Shell): string => scripts[shell](completable(program));
