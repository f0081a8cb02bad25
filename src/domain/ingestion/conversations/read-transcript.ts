import { segmentTurns } from '#domain/ingestion/turns.ts';
import { importAider } from './aider.ts';
import { importAssistantChat } from './assistant-chat.ts';
import { importCaptions } from './captions.ts';
import { importChatGptExport } from './chatgpt-export.ts';
import { importClaudeCode } from './claude-code.ts';
import { importClaudeExport } from './claude-export.ts';
import { importDiscord } from './discord.ts';
import { withoutInjectedBlocks } from './injected-blocks.ts';
import { importIrc } from './irc.ts';
import { importSlackExport } from './slack-export.ts';
import { importSlackPaste } from './slack-paste.ts';
import { importTeams } from './teams.ts';
import type { Importer, Transcript } from './transcript.ts';
import { importWhatsApp } from './whatsapp.ts';

/** Every importer, the most specific first. */
export const importers: Readonly<Record<string, Importer>> = Object.freeze({
  'Slack export': importSlackExport,
  'Claude export': importClaudeExport,
  'ChatGPT export': importChatGptExport,
  'Claude Code session': importClaudeCode,
  captions: importCaptions,
  aider: importAider,
  'chat with an assistant': importAssistantChat,
  WhatsApp: importWhatsApp,
  Teams: importTeams,
  Discord: importDiscord,
  'Slack window': importSlackPaste,
  IRC: importIrc,
});

/** The format that recognises a text; null for none. */
const importedFrom = (text: string): Transcript | null => {
  for (const read of Object.values(importers)) {
    const transcript = read(text);
    if (transcript !== null) return transcript;
  }
  return null;
};

/** True for a text in the format of a program that writes conversations down. */
export const isImportedTranscript = (text: string): boolean => importedFrom(text) !== null;

/** A text as a transcript; without turns where nobody is named. `isImported`: a program wrote it down in a format of its own. */
export const readTranscript = (text: string): Transcript & { readonly isImported: boolean } => {
  const imported = importedFrom(text);
  const { turns, text: read } = imported ?? { turns: segmentTurns(text), text };
  return {
    turns,
    text: withoutInjectedBlocks(read),
    isImported: imported !== null,
  };
};
