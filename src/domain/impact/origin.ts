/** An origin: exactly one of these. */
export type Origin =
  | { readonly kind: 'document'; readonly id: string }
  | { readonly kind: 'wave'; readonly id: string }
  | { readonly kind: 'interaction'; readonly id: string }
  | { readonly kind: 'trace'; readonly id: string }
  | { readonly kind: 'contributor'; readonly name: string }
  /** `rule` null: whatever rule of that version. */
  | { readonly kind: 'extractor'; readonly version: string; readonly rule: string | null };

export interface NamedOrigin {
  readonly documentId?: string | null | undefined;
  readonly waveId?: string | null | undefined;
  readonly interactionId?: string | null | undefined;
  readonly contributor?: string | null | undefined;
  readonly traceId?: string | null | undefined;
  readonly extractor?:
    | { readonly version: string; readonly rule?: string | null | undefined }
    | null
    | undefined;
}

/** The one origin that is named; null where none is, or several are. */
export const readOrigin = (named: NamedOrigin): Origin | null => {
  const { documentId, waveId, interactionId, contributor, traceId, extractor } = named;
  const origins: Origin[] = [];
  if (documentId != null) origins.push({ kind: 'document', id: documentId });
  if (waveId != null) origins.push({ kind: 'wave', id: waveId });
  if (interactionId != null) origins.push({ kind: 'interaction', id: interactionId });
  if (traceId != null) origins.push({ kind: 'trace', id: traceId });
  if (contributor != null) origins.push({ kind: 'contributor', name: contributor });
  if (extractor != null)
    origins.push({ kind: 'extractor', version: extractor.version, rule: extractor.rule ?? null });
  const [origin] = origins;
  return origin !== undefined && origins.length === 1 ? origin : null;
};

/** Key of an origin among those of its kind: an id, a name, or a version and its rule as JSON. */
export const originKey = (origin: Origin): string => {
  if (origin.kind === 'extractor') return JSON.stringify([origin.version, origin.rule]);
  return origin.kind === 'contributor' ? origin.name : origin.id;
};
