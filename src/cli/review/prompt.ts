import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createInterface as createQuestions } from 'node:readline/promises';

/** Asks a person: a terminal that gives single keys, or the lines of a pipe. */
export interface Prompt {
  readonly say: (lines: readonly string[]) => void;
  /** Asks for one key; null: the input has ended. */
  readonly key: (question: string) => Promise<string | null>;
  /** Asks for a line; null or empty: none was given. */
  readonly line: (question: string, given?: string) => Promise<string | null>;
  readonly close: () => void;
}

const say: Prompt['say'] = (lines) => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const controlC = '\u0003';
const controlD = '\u0004';

const promptOfTerminal = (): Prompt => {
  const { stdin, stdout } = process;
  /** Pressed at once, as when text is pasted: one is taken after the other. */
  let pressed: string[] = [];
  return {
    say,
    key: async (question) => {
      stdout.write(question);
      if (pressed.length === 0) {
        stdin.setRawMode(true).resume();
        const [bytes] = await once(stdin, 'data');
        stdin.setRawMode(false).pause();
        pressed = [...String(bytes)];
      }
      const key = pressed.shift() ?? null;
      if (key === controlC || key === controlD) pressed = [];
      stdout.write('\n');
      return key === controlC || key === controlD ? null : key;
    },
    line: async (question, given = '') => {
      pressed = [];
      const questions = createQuestions({ input: stdin, output: stdout });
      const answer = questions.question(question);
      questions.write(given.replaceAll(/\s+/g, ' '));
      // Ctrl D and Ctrl C leave the question.
      const left = once(questions, 'close').then(() => null);
      questions.on('SIGINT', () => questions.close());
      const line = await Promise.race([answer.catch(() => null), left]);
      questions.close();
      return line?.trim() ?? null;
    },
    close: () => stdin.pause(),
  };
};

/** Each line is a key; after a key that needs words, the next line has them. */
const promptOfPipe = (): Prompt => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async (): Promise<string | null> => {
    const { value, done } = await lines.next();
    return done ? null : String(value).trim();
  };
  return { say, key: next, line: next, close: () => process.stdin.destroy() };
};

export const openPrompt = (): Prompt => (process.stdin.isTTY ? promptOfTerminal() : promptOfPipe());
