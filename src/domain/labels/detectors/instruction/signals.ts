/** Structure by which a text alone shows that it speaks to a machine. Every pattern is for text in lower case. */
export interface Signal {
  /** Something of it is in every match. A text without it, which is nearly every text, is searched no further. */
  readonly gate: RegExp;
  /** Each is linear: gaps are bounded, nothing repeats within a repetition. */
  readonly patterns: readonly RegExp[];
}

const signal = (gate: RegExp, ...sources: readonly string[]): Signal => ({
  gate,
  patterns: sources.map((source) => new RegExp(source, 'gmu')),
});

/** Marks by which chat formats and tool protocols separate roles and calls; pictures that carry data out; joined words. */
export const signals: readonly Signal[] = [
  signal(
    /[<#]|\[\/?(?:inst|sys|tool|available)/u,
    '</?(?:system|assistant|system[-_]prompt|tool_calls?|function_calls?|tool_use|tool_result|invoke)\\b[^<>]{0,80}>',
    '<\\|[a-z_]{2,24}\\|>',
    '\\[/?(?:inst|sys|tool_calls?|available_tools)\\]|<</?sys>>',
    '^[ \\t]{0,8}#{2,4}[ \\t]{1,4}(?:instruction|system|human|assistant|response)[ \\t]{0,4}:',
    '<(?:start|end)_of_turn>',
  ),
  signal(
    /"(?:tool|function|recipient|name)|action input|`{3}tool_/u,
    '"(?:tool|tool_name|tool_calls?|function|function_call|recipient_name)"\\s{0,4}:[^\\0]{0,200}?"(?:arguments|parameters|args|input|params|tool_input|name)"\\s{0,4}:',
    '"name"\\s{0,4}:\\s{0,4}"[\\w.-]{1,60}"\\s{0,4},\\s{0,4}"(?:arguments|parameters|tool_input)"\\s{0,4}:',
    '^[ \\t]{0,8}action\\s{0,4}:[^\\n]{1,80}\\n{1,2}[ \\t]{0,8}action input\\s{0,4}:',
    '^[ \\t]{0,8}`{3}tool_(?:code|call)',
  ),
  signal(/!\[/u, '!\\[[^\\]]{0,80}\\]\\([^()\\s]{4,200}[?&/=](?:\\{|<|\\[|%7b|\\$)'),
  signal(
    /(?:instruction|prompt|rules|guidelines)/u,
    '(?:ignore|disregard|forget|override|bypass)\\p{L}{0,24}(?:instructions?|prompts?|rules|guidelines)',
  ),
];
