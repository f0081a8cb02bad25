/** Sentence for each role, for people who choose one. */
export const roleSentences: Readonly<Record<string, string>> = {
  reader: 'Sees what is believed, and where it comes from.',
  contributor: 'Writes candidates and ingests documents.',
  reviewer: 'Decides what is believed.',
  curator: 'Sets the trusted project state by hand.',
  auditor: 'Reads the audit log and verifies its chain.',
  admin: 'Reviews, contributes, audits, and sets policies.',
  service: 'An agent: records extractions and traces.',
};
