import { base64url, type Chance, digits, hex, lower, type Makers, upper } from './chance.ts';

export const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const jwt = (
  chance: Chance,
  header: object = { alg: chance.pick(['HS256', 'RS256', 'ES256', 'EdDSA']), typ: 'JWT' },
) =>
  `${encode(header)}.${encode({ sub: chance.characters(12), iat: 1_700_000_000 + chance.whole(90_000_000) })}.${chance.characters(43 + chance.whole(200), base64url)}`;

/** By the vendors' documentation. */
export const secrets: Makers = {
  'AWS key': (chance) => `${chance.pick(['AKIA', 'ASIA'])}${chance.characters(16, `${upper}234567`)}`,
  'GitHub classic': (chance) =>
    `${chance.pick(['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'])}${chance.characters(36)}`,
  'GitHub installation, 2026': (chance) => `ghs_${chance.figures('######')}_${jwt(chance)}`,
  'GitHub fine-grained': (chance) => `github_pat_${chance.characters(22)}_${chance.characters(59)}`,
  'OpenAI legacy': (chance) => `sk-${chance.characters(20)}T3BlbkFJ${chance.characters(20)}`,
  'OpenAI, twenty characters': (chance) => `sk-${chance.characters(20, lower)}`,
  'OpenAI project': (chance) =>
    `sk-proj-${chance.characters(74, base64url)}T3BlbkFJ${chance.characters(74, base64url)}`,
  'OpenAI service account': (chance) =>
    `sk-svcacct-${chance.characters(58, base64url)}T3BlbkFJ${chance.characters(58, base64url)}`,
  'OpenAI admin': (chance) =>
    `sk-admin-${chance.characters(58, base64url)}T3BlbkFJ${chance.characters(58, base64url)}`,
  'Google API key': (chance) => `AIza${chance.characters(35, base64url)}`,
  'Slack bot': (chance) =>
    `xoxb-${chance.figures('############')}-${chance.figures('#############')}-${chance.characters(24)}`,
  'Slack user': (chance) =>
    `xoxp-${chance.figures('############-############-############')}-${chance.characters(32, hex)}`,
  'Slack legacy': (chance) =>
    `${chance.pick(['xoxa-2-', 'xoxr-', 'xoxs-', 'xoxo-'])}${chance.figures('##########-##########')}-${chance.characters(10, `${lower}${digits}`)}`,
  'Slack app': (chance) =>
    `xapp-1-A${chance.characters(10, `${upper}${digits}`)}-${chance.figures('#############')}-${chance.characters(64, hex)}`,
  'JSON Web Token': (chance) => jwt(chance),
  'JSON Web Token, unsecured': (chance) => `${jwt(chance, { alg: 'none' }).replace(/[^.]*$/, '')}`,
  'JSON Web Token, spaced header': (chance) =>
    `${Buffer.from('{"typ": "JWT", "alg": "HS512"}').toString('base64url')}.${jwt(chance).split('.').slice(1).join('.')}`,
};
