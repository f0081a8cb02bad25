/** How a person came to vouch for a memory: they corrected it, confirmed it, or defined it unasked. */
export const detectionTypes = ['CORRECTION', 'CONFIRMATION', 'UNPROMPTED_DEFINITION'] as const;
export type DetectionType = (typeof detectionTypes)[number];

export const isDetectionType = (name: string): name is DetectionType =>
  (detectionTypes as readonly string[]).includes(name);
