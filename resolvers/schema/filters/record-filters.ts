import { builder } from '#resolvers/schema/builder.ts';
import { byId, byInstant, byName, byText } from './filters.ts';
import { orderByOne } from './order-input.ts';

/** Filters and orders of the root lists of what the gateway recorded. */

const all = { description: 'All given conditions hold together.' };

export const BundleReceiptFilter = builder.inputType('BundleReceiptFilter', {
  ...all,
  fields: (t) => ({
    user: t.field(byName('user', 'By the name of the user who was given the bundle.')),
    policyHash: t.field(
      byName('policyHash', 'By the hash of the label policy under which the bundle was delivered.'),
    ),
    issuedAt: t.field(byInstant('By when the bundle was delivered, in UTC.')),
  }),
});

export const BundleReceiptOrder = orderByOne(
  'BundleReceiptOrder',
  'receipts',
  'ISSUED_AT',
  'By the time when the bundle was delivered.',
);

export const QuarantineFilter = builder.inputType('QuarantineFilter', {
  ...all,
  fields: (t) => ({
    setBy: t.field(byName('user', 'By the name of the admin who set the quarantine.')),
    setAt: t.field(byInstant('By when the quarantine was set, in UTC.')),
    ended: t.boolean({
      required: false,
      description:
        'True: only quarantines that withhold nothing any more. False: only those that withhold some. Absent: both.',
    }),
  }),
});

export const QuarantineOrder = orderByOne(
  'QuarantineOrder',
  'quarantines',
  'SET_AT',
  'By the time when the quarantine was set.',
);

export const ExtractionReportFilter = builder.inputType('ExtractionReportFilter', {
  ...all,
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project of what the pass read.')),
    waveId: t.field(byId(['IngestionWave'], 'By the id of the wave, `wav_…`, that the pass read.')),
    interactionId: t.field(
      byId(['Interaction'], 'By the id of the interaction, `int_…`, that the pass read.'),
    ),
    extractorVersion: t.field(byName('extractorVersion', 'By the version of the extractor.')),
    createdAt: t.field(byInstant('By when the pass ran, in UTC.')),
  }),
});

export const ExtractionReportOrder = orderByOne(
  'ExtractionReportOrder',
  'extraction reports',
  'CREATED_AT',
  'By the time when the pass ran.',
);

export const PathwayTraceFilter = builder.inputType('PathwayTraceFilter', {
  ...all,
  fields: (t) => ({
    taskClass: t.field(byName('taskClass', 'By the class of the task.')),
    filePath: t.field(byText('By the file that the trace is about.')),
    signalClass: t.field(byName('signalClass', 'By how the run behaved.')),
    createdAt: t.field(byInstant('By the `createdAt` of the trace, in UTC.')),
    superseded: t.boolean({
      required: false,
      description: 'True: only versions that were superseded. False: only heads. Absent: both.',
    }),
  }),
});

export const PathwayTraceOrder = orderByOne(
  'PathwayTraceOrder',
  'traces',
  'INSERTED_AT',
  'By the time when this gateway stored the trace; of an imported trace, the time of the import.',
);

/** Its filter stands with the type: it has an enum of its own. */
export const EvidenceOrder = orderByOne(
  'EvidenceOrder',
  'verification events',
  'CREATED_AT',
  'By the time when the event was recorded.',
);
