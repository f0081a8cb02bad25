/** A category matches its members: `pii` matches `pii` and `pii.email`, and not `piix`. */
export const isInCategory = (label: string, category: string): boolean =>
  label === category || label.startsWith(`${category}.`);
