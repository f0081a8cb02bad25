/** Lengths in UTF-16 code units, as JavaScript and GraphQL clients count them. */
export const maxContentLength = 32_768;
export const maxSummaryLength = 2_000;
/** Projects, subjects, domains, tags, groups, labels. */
export const maxNameLength = 200;
export const maxNamesInList = 50;
/** Rules of a label policy. */
export const maxPolicyRules = 100;
