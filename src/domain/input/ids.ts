/** The types that have ids, by the prefix of their ids. */
const typenames: ReadonlyMap<string, string> = new Map([
  ['mem_', 'Memory'],
  ['ent_', 'Entity'],
  ['chk_', 'Chunk'],
  ['doc_', 'Document'],
  ['int_', 'Interaction'],
  ['wav_', 'IngestionWave'],
  ['ext_', 'Extraction'],
  ['wfi_', 'WorkflowItem'],
  ['aud_', 'AuditEvent'],
  ['pst_', 'ProjectStateEntry'],
  ['pth_', 'Pathway'],
  ['trc_', 'PathwayTrace'],
  ['evi_', 'Evidence'],
  ['cmt_', 'Comment'],
  ['rct_', 'BundleReceipt'],
  ['con_', 'Contradiction'],
  ['qua_', 'Quarantine'],
  ['sch_', 'SourceChange'],
  ['usr_', 'User'],
  ['prj_', 'Project'],
  ['rep_', 'ExtractionReport'],
  ['inb_', 'InboxItem'],
  ['whk_', 'Webhook'],
  ['whd_', 'WebhookDelivery'],
]);

/** The type that an id is of, by its prefix; null for what no id of ours looks like. */
export const typenameOfId = (id: string): string | null => typenames.get(id.slice(0, 4)) ?? null;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);

/** UTF-16 code units; the longest ids encode names. */
const longestId = 2_000;

/** An id no longer than any can be: a longer one is cut to what is no id either, before anything looks for it. */
export const boundedId = (id: string): string => id.slice(0, longestId + 1);

/** The characters of ids, with the instant of a snapshot and the mark of a preview. */
const idCharacters = /^[a-z]{3}_[\w.-]+(?:@[\dTZ:.+-]+|~preview)?$/;

/**
 * The type by the form of an id alone; null for what no id of ours looks like. Whether such a thing exists is not asked, so that the answer
 * reveals nothing.
 */
export const typenameByForm = (id: string): string | null =>
  id.length <= longestId && idCharacters.test(id) ? typenameOfId(id) : null;

/** The prefix of the ids of a type. */
export const prefixOf = (typename: string): string =>
  [...typenames].find(([, name]) => name === typename)?.[0] ?? '';

const listed = (types: readonly string[], or: (typename: string) => string): string =>
  types.map(or).join(' or ');

/** Why an argument that takes ids of these types refuses an id, by its form alone; null where the form is right. */
export const refusalOfId = (id: string, types: readonly string[]): string | null => {
  const given = typenameByForm(id);
  if (given !== null && types.includes(given)) return null;
  const taken = `the id of ${listed(types, (typename) => `${/^[AEIOU]/.test(typename) ? 'an' : 'a'} ${typename} (\`${prefixOf(typename)}…\`)`)}`;
  return given === null
    ? `It takes ${taken}; what was sent is no id that the gateway gives.`
    : `It takes ${taken}; what was sent is of the type ${given}.`;
};
