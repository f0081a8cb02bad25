import { defineEntity, p } from '@mikro-orm/core';
import type { ItemStatus } from '#domain/review/states.ts';
import { oneOf, personalColumns } from './governed-columns.ts';
import { indexRole, itemVisibility, sameTenant, systemRole, viewerRole } from './policies.ts';
import { textArray } from './text-array.ts';

/**
 * Users whom items name, or have named, by the visibility of these items: a user of whom a viewer sees no row is found by a look
 * at a few classes instead of at every item. Triggers add a row for each new pair of a name and a class; none is removed, so a
 * row says that an item may name the user, and a look at the items decides.
 */
export const ItemNameTable = defineEntity({
  name: 'ItemName',
  tableName: 'item_names',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    /** `ITEM`: the contributor, the reviewer, or who wrote a revision; `VERIFIER`: who verified the memory. */
    place: p.text().$type<'ITEM' | 'VERIFIER'>(),
    name: p.text(),
    /** A digest of the other columns, but for the tenant. */
    entryKey: p.text(),
    /** `ACTIVE` for every status that readers see, else `CANDIDATE`. */
    status: p.text().$type<ItemStatus>(),
    /** `contributor` is empty where everybody of the tenant sees the items, but for labels and quarantine; never of a verifier. */
    ...personalColumns,
    quarantined: p.boolean(),
    sensitivityLabels: textArray(),
    /** True: an item with the name has left the class. */
    hasLeft: p.boolean(),
  },
  indexes: [
    { name: 'item_names_name_index', properties: ['tenant', 'place', 'name'] },
    { name: 'item_names_entry_index', properties: ['tenant', 'entryKey'] },
  ],
  checks: [oneOf('item_names', 'place', ['ITEM', 'VERIFIER'])],
  policies: [
    { name: 'item_names_viewer_select', command: 'select', roles: [viewerRole], using: itemVisibility },
    { name: 'item_names_system', command: 'select', roles: [systemRole], using: sameTenant },
    { name: 'item_names_index', command: 'all', roles: [indexRole], using: 'true', check: 'true' },
  ],
});
