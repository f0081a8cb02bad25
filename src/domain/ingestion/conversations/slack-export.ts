import { at, importMessages, textAt } from './json-messages.ts';

/** An export of Slack: an array of messages, a file a day. */
export const importSlackExport = importMessages('"ts"', (root) =>
  (root.children ?? []).flatMap((message) => {
    const words = at(message, 'text');
    const user = textAt(message, 'user');
    if (textAt(message, 'type') !== 'message' || words?.type !== 'string' || textAt(message, 'ts') === null)
      return [];
    const name = textAt(message, 'user_profile', 'real_name') ?? textAt(message, 'username') ?? user;
    const isProgram = at(message, 'bot_id') !== undefined || user === null;
    return [
      { speaker: name ?? 'bot', role: isProgram ? 'ASSISTANT' : 'PERSON', words, at: textAt(message, 'ts') },
    ];
  }),
);
