/** Limits of one `ingestDocuments` call. Bytes are of UTF-8. */
export type CallNumbers = {
  readonly documents: number;
  readonly documentBytes: number;
  readonly callBytes: number;
};

export const callDefaults: CallNumbers = Object.freeze({
  documents: 500,
  documentBytes: 1_048_576,
  callBytes: 6 * 1_048_576,
});
