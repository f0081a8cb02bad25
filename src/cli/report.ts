/** Says on standard error what a command waits for, also in a pipe. */
export const reportWait = (step: string): void => {
  process.stderr.write(`${step}.\n`);
};

/** Shows how far a command is, on one line of a terminal; nothing in a pipe, and nothing for programs. */
export const report = (json: boolean, text: string): void => {
  if (!json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};
