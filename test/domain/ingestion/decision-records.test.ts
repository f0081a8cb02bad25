import { expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';

/**
 * A careful reader keeps these parts of real decision sections. The excerpts are from the records of alphagov/govuk-aws
 * (Copyright Crown Copyright, Government Digital Service; MIT), shortened; the number is the record's.
 */
test.for<readonly [record: string, section: string, kept: readonly string[]]>([
  [
    '0001: a paragraph over two lines with a link',
    'We will use Architecture Decision Records, as described by Michael Nygard in \n[documenting architecture decisions](http://example.org/a)',
    [
      'We will use Architecture Decision Records, as described by Michael Nygard in documenting architecture decisions',
    ],
  ],
  [
    '0003: a list, a note in bold, a table with its lead-in, an illustration',
    ' * 1 VPC per environment (currently integration, staging and production)\n * 3 public subnets, spread across availability zones\n\n**These IP ranges have been superseded by [ADR #0033](0033-ip-ranges.md).**\n\nThe VPCs will be assigned the following IP ranges:\n \n|Environment|IP Range|\n|-----------|--------|\n|Integration|10.1.0.0/16|\n \nEach AZ shall be a `/24` within the above ranges.\n \neg. Integration - AZ1: 10.1.1.0/24',
    [
      'Decision: 1 VPC per environment (currently integration, staging and production)',
      'Decision: 3 public subnets, spread across availability zones',
      'Each AZ shall be a /24 within the above ranges.',
    ],
  ],
  [
    '0004: a form shown in code',
    'Each stack will have an internal, private, zone for internal services such as the puppetmaster. These\nwill be in the following format:\n\n    $servicename.$stackname.internal',
    ['Each stack will have an internal, private, zone for internal services such as the puppetmaster.'],
  ],
  [
    '0009: a paragraph that ends by announcing steps',
    'The chosen process has a few, early bootstrap steps, that differ from normal operations. An early draft of\nthis process, which will be updated as changes are required, will be:\n\n 1. Clone all the relevant repositories\n 1. Build the Puppet master\n * Rebuild everything else in the usual deployment ways\n\nThis document will be written so that one of the team\nwill be able to provision a complete environment.',
    [
      'The chosen process has a few, early bootstrap steps, that differ from normal operations.',
      'Clone all the relevant repositories',
      'Build the Puppet master',
      'Rebuild everything else in the usual deployment ways',
      'This document will be written so that one of the team will be able to provision a complete environment.',
    ],
  ],
  [
    '0010: a lead-in that says what it announces, a nested list, a tree in code',
    'The initial solution presents three directories: data, modules and projects:\n- The modules directory contains a subdirectory per Terraform provider\n- Projects will be named such that:\n    + Those to deploy common infrastructure will have a `govuk` prefix\n    + Those to deploy applications will have an `app` prefix\n\n```\n├── data\n```',
    [
      'The initial solution presents three directories: data, modules and projects',
      'The modules directory contains a subdirectory per Terraform provider',
      'Projects will be named such that: Those to deploy common infrastructure will have a govuk prefix',
      'Projects will be named such that: Those to deploy applications will have an app prefix',
    ],
  ],
  [
    '0011: a lead-in that decides, and its reasons',
    'The second option - all in one go - was decided because:\n\na) The change is atomic. This is much easier to manage.\n\nb) Related to a) - we risk running on two platforms.',
    ['The second option - all in one go - was decided'],
  ],
  [
    '0015: an image, then sub-sections with illustrations',
    '![DNS](./dns.jpg?raw=true "DNS Infrastructure")\n\n#### Stack domains\n\nEach stack has an internal and external DNS domain.\n\nFor instance, a \'green\' stack has its own domain.\n\n### Root domain service records\n\nAll services will need an entry with the root domain that points to a stack record.',
    [
      'Each stack has an internal and external DNS domain.',
      'All services will need an entry with the root domain that points to a stack record.',
    ],
  ],
  [
    '0017: definitions of placeholders, and an order of file names',
    'The data portion of ADR 0010 will now be:\n\n```\n├── data\n```\n\nWhere:\n\n* `<environment>` is the account being deployed to\n\nThe tfvar files will be applied in this order:\n\n* `common/<environment>/common.tfvars`\n* `<project>/<environment>/common.tfvars`',
    [
      'The tfvar files will be applied in this order: common/<environment>/common.tfvars; <project>/<environment>/common.tfvars',
    ],
  ],
  [
    '0019: options discussed, two of them dismissed, one chosen',
    "We discussed three options:\n\n 1. have one admin instance per MySQL database and keep the databases separate\n 2. manage the users and databases in terraform itself\n\nDue to the low amount of traffic we decided against this due to cost.\n\nOption 2 was discounted as we do not want to manage individual aspects of databases.\n\nThe final option, and the one we've chosen for now, is to have a single instance.",
    [
      'Due to the low amount of traffic we decided against this due to cost.',
      'Option 2 was discounted as we do not want to manage individual aspects of databases.',
      "The final option, and the one we've chosen for now, is to have a single instance.",
    ],
  ],
  [
    '0021: advantages',
    'We have decided to use ACM to manage our SSL certificates, and terminate SSL on\nthe ELBs.\n\nThis gives us the following advantages:\n\n - Automatic renewal and notifications\n - Multi-domain certificates; this helps us',
    ['We have decided to use ACM to manage our SSL certificates, and terminate SSL on the ELBs.'],
  ],
  [
    '0030: a matter left open',
    'We will create an EFS resource.\n\nThe asset-master is required to mount because it moves files about the filesystem.\n\nA decision has yet to be made on the role of the asset-slave.',
    [
      'We will create an EFS resource.',
      'The asset-master is required to mount because it moves files about the filesystem.',
    ],
  ],
  [
    '0032: an image and an example',
    'We decided to use a mechanism that is located outside the environments involved.\n\n![Transfer Mechanism](./a.png)\n\n### Example\n\nWe will use the **Integration** and **Staging** environments as examples.\n\n1. We execute the **Deploy_Apps -> router** Jenkins job.',
    ['We decided to use a mechanism that is located outside the environments involved.'],
  ],
  [
    '0033: a table explained by a list',
    'The VPCs will be assigned the following IP ranges:\n \n|Environment|IP Range|\n|---|---|\n|Staging|10.12.0.0/16|\n\nThat is:\n\n- Integration and Test do not change.\n- Staging moves from 10.2.0.0/16 to 10.12.0.0/16.',
    ['Integration and Test do not change.', 'Staging moves from 10.2.0.0/16 to 10.12.0.0/16.'],
  ],
  [
    '0035: one step, written in the past tense',
    'The configuration of the Bouncer public load balancer was modified to:\n1. Add a second listener to the load balancer so that HTTP request on port 80 can be\n   served by the Bouncer servers.',
    [
      'The configuration of the Bouncer public load balancer was modified to Add a second listener to the load balancer so that HTTP request on port 80 can be served by the Bouncer servers.',
    ],
  ],
  [
    '0036: what the record is for',
    'We have outlined the current architecture of the performance environment here.\n\nThis ADR outlines the current architecture of the performance platform.',
    ['We have outlined the current architecture of the performance environment here.'],
  ],
  [
    '0038: approaches taken are decisions',
    'The approaches taken for migrating from MongoDB to AWS DocumentDB are:\n\n1. new apps should be evaluated for compatibility with\n   AWS DocumentDB during the migration phase.\n\n2. apps that have already been migrated should be prioritised accordingly.',
    [
      'new apps should be evaluated for compatibility with AWS DocumentDB during the migration phase.',
      'apps that have already been migrated should be prioritised accordingly.',
    ],
  ],
])('record %s', ([, section, kept]) => {
  const record = `# 7. A record\n\nDate: 2017-07-04\n\n## Status\n\nAccepted by the whole team\n\n## Context\n\nWe need to decide where this runs.\n\nUsing the former approach, we would:\n\n - set up a Puppetmaster for the rest\n\n## Decision\n\n${section}\n\n## Consequences\n\nWe will have to migrate our infrastructure.\n\n* Our Terraform will remain simple\n`;
  const found = chunkMarkdown(record).chunks.flatMap((chunk) => extractStatements(chunk));
  expect(found.map(({ content }) => content)).toEqual(kept);
  expect(new Set(found.map((statement) => 'kind' in statement && statement.kind))).toEqual(
    new Set(['DECISION']),
  );
});

test('record 0039: a proposal decides; its examples are left out', () => {
  const record =
    '# 39. Policy\n\n## Proposal\n\nAny such page MUST be Authenticated.\n\nAdditionally, no page MUST use that domain. Some examples of things to avoid:\n\n1. Using that domain in a redirect.\n';
  expect(extractStatements({ text: record, headingPath: [] }).map(({ content }) => content)).toEqual([
    'Any such page MUST be Authenticated.',
    'Additionally, no page MUST use that domain.',
  ]);
});
