import type { Node } from 'jsonc-parser';
import { at, importMessages, textAt } from './json-messages.ts';

const wordsOf = (content: Node | undefined): readonly Node[] =>
  content?.type === 'string'
    ? [content]
    : (content?.children ?? []).flatMap((part) => {
        const text = at(part, 'text');
        return textAt(part, 'type') === 'text' && text?.type === 'string' ? [text] : [];
      });

/** A session of Claude Code, an event a line; and arrays of messages with a role, as programs send them to models. */
export const importClaudeCode = importMessages('"role"', (root) =>
  (root.type === 'array' ? (root.children ?? []) : (at(root, 'messages')?.children ?? [root])).flatMap(
    (event) => {
      const message = at(event, 'message') ?? event;
      const role = textAt(message, 'role');
      if (role === null) return [];
      const isPerson = role === 'user' || role === 'human';
      return wordsOf(at(message, 'content')).map((words) => ({
        speaker: isPerson ? 'User' : 'Assistant',
        role: isPerson ? ('PERSON' as const) : ('ASSISTANT' as const),
        words,
        at: textAt(event, 'timestamp'),
      }));
    },
  ),
);
