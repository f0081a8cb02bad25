import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { curatedTablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** An entry of trusted project state (L3). Written by a curator's hand; it points to nothing below it. */
export const ProjectStateTable = defineEntity({
  name: 'ProjectState',
  tableName: 'project_state',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    project: p.text(),
    category: p.text(),
    key: p.text(),
    /** 1, 2, 3 … */
    version: p.integer(),
    value: p.text(),
    note: p.text().nullable(),
    setBy: p.text(),
    setAt: instant(),
  },
  uniques: [{ name: 'project_state_entry_key', properties: ['tenant', 'project', 'category', 'key'] }],
  indexes: [{ name: 'project_state_setter_index', properties: ['tenant', 'setBy', 'id'] }],
  policies: curatedTablePolicies('project_state'),
});
export type ProjectState = InferEntity<typeof ProjectStateTable>;

/** Every value that an entry has had; written once. */
export const ProjectStateVersionTable = defineEntity({
  name: 'ProjectStateVersion',
  tableName: 'project_state_versions',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    stateId: reference('project_state'),
    version: p.integer(),
    value: p.text(),
    note: p.text().nullable(),
    setBy: p.text(),
    setAt: instant(),
  },
  uniques: [{ name: 'project_state_versions_version_key', properties: ['tenant', 'stateId', 'version'] }],
  policies: curatedTablePolicies('project_state_versions'),
});
