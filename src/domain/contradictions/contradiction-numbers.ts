/** Every number of the judging of contradictions. */
export type ContradictionNumbers = {
  /** Memories that one is compared with at most: those that share most words, then the newest. */
  readonly compared: number;
  /** Memories of a domain from which on it is unusual that none was ever found to contradict another. */
  readonly quietItems: number;
};

export const contradictionDefaults: ContradictionNumbers = Object.freeze({ compared: 100, quietItems: 500 });
