import { at, importMessages, textAt } from './json-messages.ts';

/** An export of Claude: conversations, each with its `chat_messages`. */
export const importClaudeExport = importMessages('"chat_messages"', (root) =>
  (root.type === 'array' ? (root.children ?? []) : [root]).flatMap((conversation) =>
    (at(conversation, 'chat_messages')?.children ?? []).flatMap((message) => {
      const words = at(message, 'text');
      if (words?.type !== 'string') return [];
      const isPerson = textAt(message, 'sender') === 'human';
      return [
        {
          speaker: isPerson ? 'Human' : 'Claude',
          role: isPerson ? 'PERSON' : 'ASSISTANT',
          words,
          at: textAt(message, 'created_at'),
        },
      ];
    }),
  ),
);
