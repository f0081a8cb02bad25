/** Shows how far a command is, on one line of a terminal; nothing in a pipe, and nothing for programs. */
export const report = (json: boolean, text: string): void => {
  if (!json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};
