/** Columns of a row, in order. */
export const columns = {
  memories: [
    'content',
    'kind',
    'status',
    'project',
    'confidence',
    'trust',
    'domain',
    'tags',
    'rule',
    'sensitivityLabels',
    'revision',
    'createdAt',
    'updatedAt',
    'id',
  ],
  entities: [
    'name',
    'content',
    'entityType',
    'status',
    'project',
    'confidence',
    'trust',
    'rule',
    'sensitivityLabels',
    'revision',
    'createdAt',
    'updatedAt',
    'id',
  ],
} as const;

export const usualColumns = {
  memories: ['content', 'kind', 'status', 'project', 'confidence', 'updatedAt'],
  entities: ['name', 'entityType', 'status', 'project', 'confidence', 'updatedAt'],
} as const;

/** `sensitivityLabels` as people read it. */
export const columnTitle = (column: string): string =>
  column === 'id'
    ? 'Id'
    : column.charAt(0).toUpperCase() +
      column.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
