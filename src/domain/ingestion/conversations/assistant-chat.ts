import { isProgram } from '#domain/ingestion/turns.ts';
import { type Importer, type LabelLine, turnsBetween } from './transcript.ts';

const role = String.raw`user|human|you|me|prompt|assistant|response|system|tool|ai|bot|chatgpt|gpt(?:-[\w.]+)?|claude(?: [\w. ]{1,20})?|gemini|copilot|github copilot|cursor|codex|aider`;
const label = new RegExp(
  String.raw`^(?:#{1,6} |[*_]{1,3}|>? ?)(?:[^\p{L}\n]{0,4})(?<speaker>${role})(?: said)?:?[*_]{0,3}:?(?: \([^)\n]{1,40}\))?[ \t]*$`,
  'gimu',
);
const isPerson = (speaker: string): boolean => /^(?:user|human|you|me|prompt)$/i.test(speaker);

/** `## Human`, `**You said:**`, `_**Assistant**_`: a role alone over its words, as Claude, ChatGPT and Cursor are copied and exported. */
export const importAssistantChat: Importer = (text) => {
  const labels = [...text.matchAll(label)].map((match): LabelLine => {
    const speaker = match.groups?.speaker ?? '';
    return {
      speaker,
      labelStart: match.index,
      start: match.index + match[0].length,
      role: isPerson(speaker) ? 'PERSON' : 'ASSISTANT',
    };
  });
  const programs = labels.filter(({ role: who }) => who === 'ASSISTANT');
  const isMarked = programs.some(
    ({ speaker, labelStart }) => isProgram(speaker) && /^[#*_]/.test(text[labelStart] ?? ''),
  );
  return programs.length > 0 && (labels.length > 1 || isMarked)
    ? { text, turns: turnsBetween(text, labels) }
    : null;
};
