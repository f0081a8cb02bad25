import { isInputObjectType, isInterfaceType, isObjectType, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { contractOperations, readAgainstSchema } from '../support/contract.ts';
import { laterFields } from '../support/later-fields.ts';

/** The inputs that the documents describe in their comments. */
const inputs: Readonly<Record<string, readonly string[]>> = {
  IngestDocumentsInput: ['project', 'documents', 'extract', 'candidateLimit', 'waveId', 'idempotencyKey'],
  DocumentInput: ['path', 'content', 'updatedAt', 'audience'],
  ExtractWaveInput: ['waveId', 'idempotencyKey'],
  RecordInteractionInput: [
    'project',
    'subjectId',
    'content',
    'source',
    'occurredAt',
    'extract',
    'isPersonal',
    'audience',
    'idempotencyKey',
  ],
  ExtractInteractionInput: ['interactionId', 'idempotencyKey'],
  ReExtractMemoryInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  CandidateFilter: [
    'project',
    'kind',
    'entityType',
    'layer',
    'rule',
    'minConfidence',
    'pendingLongerThanDays',
    'waveId',
    'due',
    'search',
  ],
  PromoteMemoryInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  RejectMemoryInput: ['id', 'reason', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  EditMemoryInput: ['id', 'content', 'summary', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  ReturnMemoryToCandidateInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  CreateMemoryInput: [
    'project',
    'kind',
    'content',
    'summary',
    'subjectId',
    'domain',
    'tags',
    'isPersonal',
    'audience',
    'sensitivityLabels',
    'idempotencyKey',
  ],
  DeferCandidateInput: ['id', 'until', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  DeleteCandidateInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  ReviewCandidatesInput: ['errorPolicy', 'decisions', 'dryRun', 'idempotencyKey'],
  ReviewDecision: ['id', 'action', 'reason', 'content', 'expectedRevision'],
  ProposeGraduationInput: [
    'memoryId',
    'entityType',
    'name',
    'content',
    'expectedRevision',
    'dryRun',
    'idempotencyKey',
  ],
  PromoteEntityInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  RejectEntityInput: ['id', 'reason', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  EditEntityInput: ['id', 'content', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  ReturnEntityToCandidateInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  SupersedeEntityInput: ['id', 'supersededById', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  RestoreEntityInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  RelateEntitiesInput: ['fromId', 'toId', 'relation', 'dryRun', 'idempotencyKey'],
  SetLabelPolicyInput: ['mode', 'rules', 'dryRun', 'expectedRevision', 'idempotencyKey'],
  LabelPolicyRuleInput: ['id', 'anyLabel', 'allLabels', 'roles', 'notRoles', 'users', 'action'],
  SetProjectStateInput: ['project', 'category', 'key', 'value', 'note', 'idempotencyKey'],
  SetMemoryPersonalInput: ['id', 'isPersonal', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  VoteMemoryInput: ['id', 'vote', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  MandateMemoryInput: ['id', 'mandatory', 'audience', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  RecordEvidenceInput: [
    'memoryId',
    'detectionType',
    'userQuote',
    'sourceRef',
    'sourceUser',
    'expectedRevision',
    'dryRun',
    'idempotencyKey',
  ],
  MemoryFilter: [
    'project',
    'kind',
    'status',
    'domain',
    'tag',
    'subjectId',
    'label',
    'audience',
    'contributor',
    'search',
    'createdAt',
  ],
  MemoryOrder: ['field', 'direction'],
  InsertTraceInput: [
    'taskClass',
    'filePath',
    'signalClass',
    'ladderAttempts',
    'kbChunks',
    'observerSignals',
    'bridgeHits',
    'subPipelineCalls',
    'auditConsensus',
    'reducerSummary',
    'finalVerdict',
    'semanticFlags',
    'typeHintsUsed',
    'bugFingerprints',
    'subjectIds',
    'dryRun',
    'idempotencyKey',
  ],
  ReviseTraceInput: ['traceUid', 'finalVerdict', 'dryRun', 'idempotencyKey'],
  RecordReplayInput: ['traceUid', 'succeeded', 'dryRun', 'idempotencyKey'],
  ImportPathwayStateInput: ['state', 'dryRun', 'idempotencyKey'],
  RecordExtractionInput: [
    'schemaName',
    'payload',
    'fieldConfidence',
    'guardrailFlags',
    'sourceChunkId',
    'sourceInteractionId',
    'route',
    'dryRun',
    'idempotencyKey',
  ],
  FieldConfidenceInput: ['field', 'confidence'],
  RouteExtractionInput: ['extractionId', 'guardrailFlags', 'dryRun', 'idempotencyKey'],
  RerouteAllInput: ['dryRun', 'idempotencyKey'],
  DecideWorkflowItemInput: ['id', 'decision', 'note', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  WorkflowItemFilter: ['status', 'reason', 'schemaName', 'decidedByHuman'],
  ContradictionFilter: ['project', 'domain', 'severity', 'status'],
  DetectContradictionsInput: ['memoryId', 'dryRun', 'idempotencyKey'],
  ResolveContradictionInput: [
    'id',
    'action',
    'mergedContent',
    'note',
    'expectedRevision',
    'dryRun',
    'idempotencyKey',
  ],
  ReopenContradictionInput: ['id', 'expectedRevision', 'dryRun', 'idempotencyKey'],
  AuditFilter: ['actor', 'action', 'targetId', 'at'],
};

/** Everything in the contract, except the fields in `laterFields`. */
const promised = [
  'IngestDocuments',
  'RecordInteraction',
  'ExtractInteraction',
  'ExtractWave',
  'ReExtractMemory',
  'Wave',
  'Candidates',
  'PromoteMemory',
  'RejectMemory',
  'EditMemory',
  'ReturnMemoryToCandidate',
  'CreateMemory',
  'DeferCandidate',
  'DeleteCandidate',
  'ReviewCandidates',
  'ProposeGraduation',
  'PromoteEntity',
  'RejectEntity',
  'EditEntity',
  'ReturnEntityToCandidate',
  'SupersedeEntity',
  'RestoreEntity',
  'RelateEntities',
  'SetProjectState',
  'ProjectState',
  'Entities',
  'SetMemoryPersonal',
  'VoteMemory',
  'MandateMemory',
  'RecordEvidence',
  'MyContributions',
  'Bundle',
  'Stats',
  'Provenance',
  'Memories',
  'Node',
  'Nodes',
  'Viewer',
  'InsertTrace',
  'ReviseTrace',
  'RecordReplay',
  'Hotswap',
  'Similar',
  'Versions',
  'Pathway',
  'ImportPathwayState',
  'ExportPathwayState',
  'RecordExtraction',
  'RouteExtraction',
  'Replay',
  'RerouteAll',
  'DecideWorkflowItem',
  'WorkflowItems',
  'Contradictions',
  'DetectContradictions',
  'ResolveContradiction',
  'ReopenContradiction',
  'Stats',
  'AuditEvents',
  'VerifyAudit',
  'SetLabelPolicy',
  'LabelPolicy',
];

const fieldsOf = (name: string): readonly string[] => {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.keys(type.getFields())
    : [];
};

describe('the operations that integrators hold', () => {
  test.for(contractOperations.map(({ name, file, document }) => ({ name, file, document })))(
    '$name of $file is answered by the schema',
    ({ name, document }) => {
      const { missing, served } = readAgainstSchema(document);
      expect(missing.filter((place) => !laterFields.includes(place))).toEqual([]);
      expect(served === null ? [] : validate(schema, served).map(({ message }) => message)).toEqual([]);
      if (promised.includes(name)) expect(served).not.toBeNull();
    },
  );

  test('every operation that was promised is in a document', () => {
    const names = contractOperations.map(({ name }) => name);
    expect(promised.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.for(Object.entries(inputs))('%s takes what the comments say', ([type, fields]) => {
    const known = fieldsOf(type);
    const absent = fields
      .filter((field) => !known.includes(field))
      .map((field) => `${type}.${field}`)
      .filter((place) => !laterFields.includes(place));
    expect(absent).toEqual([]);
  });

  test('the list of what is still to come holds nothing that is there', () => {
    const arrived = laterFields.filter((place) => {
      const [type = '', field = ''] = place.split('.');
      return fieldsOf(type).includes(field);
    });
    expect(arrived).toEqual([]);
  });

  test('the list of what is still to come holds nothing that no document asks for', () => {
    const asked = new Set([
      ...contractOperations.flatMap(({ document }) => readAgainstSchema(document).missing),
      ...Object.entries(inputs).flatMap(([type, fields]) => fields.map((field) => `${type}.${field}`)),
    ]);
    expect(laterFields.filter((place) => !asked.has(place))).toEqual([]);
  });
});
