/**
 * Parts of the contract that a later capability brings: `Type.field`, or a `Type` that a fragment is on. It only
 * shrinks: the contract test fails on a line whose field exists, and on one that no document asks for.
 */
export const laterFields: readonly string[] = [];
