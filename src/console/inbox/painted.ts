/** Settles when the browser has painted what was last rendered; a window that is not shown paints nothing, and is not waited for. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
