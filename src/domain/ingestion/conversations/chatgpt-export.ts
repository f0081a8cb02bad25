import { at, importMessages, textAt } from './json-messages.ts';

/** An export of ChatGPT: conversations, each with a `mapping` of messages. */
export const importChatGptExport = importMessages('"mapping"', (root) =>
  (root.type === 'array' ? (root.children ?? []) : [root]).flatMap((conversation) =>
    (at(conversation, 'mapping')?.children ?? []).flatMap((property) => {
      const message = at(property.children?.[1], 'message');
      const isPerson = textAt(message, 'author', 'role') === 'user';
      return (at(message, 'content', 'parts')?.children ?? [])
        .filter(({ type }) => type === 'string')
        .map((words) => ({
          speaker: isPerson ? 'User' : 'ChatGPT',
          role: isPerson ? ('PERSON' as const) : ('ASSISTANT' as const),
          words,
          at: at(message, 'create_time')?.value as unknown,
        }));
    }),
  ),
);
