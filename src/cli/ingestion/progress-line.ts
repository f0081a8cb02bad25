import { clearLine, cursorTo } from 'node:readline';
import { onFirstSignal } from '#cli/first-signal.ts';

/** A line that says how far a run is, where a person watches. */
export interface ProgressLine {
  /** Adds files that are done, and says what is under way. */
  advance(files: number, what: string): void;
  /** Takes the line away. */
  end(): void;
}

/**
 * Starts a line on the terminal: `1,200 of 50,000 files (2 %) adr/0012.md`; null in a pipe. Reads no keys, so that an interrupt
 * reaches the run.
 */
export const startProgressLine = (files: number, stream: NodeJS.WriteStream): ProgressLine | null => {
  if (stream.isTTY !== true) return null;
  let done = 0;
  const clear = () => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  const show = (what: string) => {
    const share = files === 0 ? 100 : Math.floor((100 * done) / files);
    clear();
    stream.write(
      `${done.toLocaleString('en')} of ${files.toLocaleString('en')} files (${share} %) ${what}`.slice(
        0,
        Math.max(20, stream.columns - 1),
      ),
    );
  };
  show('');
  return {
    advance(more, what) {
      done += more;
      show(what);
    },
    end: clear,
  };
};

/** Aborts at the first interrupt (Ctrl-C), so that a run ends behind the call under way; the second ends the process. */
export const stopOnInterrupt = (): AbortSignal => {
  const stop = new AbortController();
  onFirstSignal(['SIGINT'], () => {
    process.stderr.write(
      '\nThe run stops behind the call that is under way. Interrupt again to end it at once.\n',
    );
    stop.abort();
  });
  return stop.signal;
};
