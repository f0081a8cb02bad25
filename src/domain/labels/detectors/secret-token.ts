import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import type { Span } from '#domain/labels/folded-text.ts';

interface TokenForm {
  readonly vendor: string;
  /** Begins at a border and repeats no more than one class at a time, so that it never goes back over what it read. */
  readonly pattern: RegExp;
  readonly isToken?: (found: string) => boolean;
}

/** A JSON Web Token's first part is JSON that names an algorithm. */
const namesAlgorithm = (token: string): boolean => {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString(),
    );
    return typeof header === 'object' && header !== null && ('alg' in header || 'typ' in header);
  } catch {
    return false;
  }
};

/** Placeholders for a token: one character repeated, or words such as `your-token-here`. */
const placeholder =
  /([xX*.0])\1{7}|(?<![A-Za-z])(?:your|my|the|some)[-_](?:[a-z]+[-_]){0,3}(?:token|key|secret)|(?:token|key|secret)[-_](?:goes[-_])?here/;

const wordPart = /^(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,15}|\d{1,5}|[a-z]{1,4}\d{1,2})$/;

/** Letters that can be read aloud: as many vowels as words have, and no long row without one. */
const isPronounceable = (letters: string): boolean =>
  (letters.match(/[aeiouy]/gi)?.length ?? 0) >= letters.length * 0.3 && !/[^aeiouy]{5}/i.test(letters);

/** Words that only begin as a token does: `sk-proj-management-for-everyone`, `ASIAPACIFICREGIONALS`. */
const isWords = (token: string): boolean => {
  const parts = token.split(/[-_.]+/).filter((part) => part !== '');
  if (parts.length > 2) return parts.every((part) => wordPart.test(part));
  if (/^(?:[A-Z][a-z]{2,14}){2,}$/.test(parts.at(-1) ?? '')) return true;
  return parts.length === 1 && /^[A-Z]+$/.test(token) && isPronounceable(token);
};

/** A password in an address that only stands for one: `postgres://user:password@host`. */
const standsForPassword = (address: string): boolean =>
  /:\/\/[^:@/]*:(?:[<${*[%].*|(?:your|my|the)?[-_]?(?:pass(?:word)?|pwd|pw|secret|changeme))@[^@]*$/i.test(
    address,
  );

/** Token formats of each vendor, by the vendor's documentation. */
const forms: readonly TokenForm[] = [
  { vendor: 'AWS', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    vendor: 'AWS',
    pattern:
      /(?<=aws_?secret_?(?:access_?)?key["']?\s{0,8}[:=]\s{0,8}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  },
  { vendor: 'GitHub', pattern: /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,255}(?![A-Za-z0-9_])/g },
  { vendor: 'GitHub', pattern: /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{36,255}(?![A-Za-z0-9_])/g },
  // AppDependencies tokens since 2026: the app's id and a JSON Web Token.
  { vendor: 'GitHub', pattern: /(?<![A-Za-z0-9])ghs_[A-Za-z0-9._-]{35,2000}[A-Za-z0-9_-]/g },
  { vendor: 'OpenAI', pattern: /(?<![A-Za-z0-9])sk-[A-Za-z0-9]{20,200}(?![A-Za-z0-9_-])/g },
  {
    vendor: 'OpenAI',
    pattern:
      /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|None|service|ant)-[A-Za-z0-9_-]{20,400}(?![A-Za-z0-9_-])/g,
  },
  { vendor: 'Google', pattern: /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { vendor: 'Google', pattern: /(?<![A-Za-z0-9_-])GOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/g },
  { vendor: 'Google', pattern: /(?<![A-Za-z0-9_-])ya29\.[A-Za-z0-9_-]{20,1000}/g },
  { vendor: 'Slack', pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{9,250}[A-Za-z0-9]/g },
  { vendor: 'Slack', pattern: /(?<![A-Za-z0-9])xoxe\.xox[bp]-[A-Za-z0-9-]{9,400}[A-Za-z0-9]/g },
  {
    vendor: 'Slack',
    pattern:
      /(?<![A-Za-z0-9])xapp-[0-9]{1,2}-[A-Za-z0-9]{6,20}-[0-9]{6,20}-[A-Za-z0-9]{16,128}(?![A-Za-z0-9])/g,
  },
  {
    vendor: 'Slack',
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{20,32}/g,
  },
  {
    vendor: 'JWT',
    pattern:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*)?/g,
    isToken: namesAlgorithm,
  },
  {
    vendor: 'GitLab',
    pattern:
      /(?<![A-Za-z0-9])gl(?:pat|dt|rt|ptt|cbt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{20,300}(?![A-Za-z0-9_-])/g,
  },
  {
    vendor: 'Stripe',
    pattern: /(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}(?![A-Za-z0-9])/g,
  },
  { vendor: 'Stripe', pattern: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{32,128}(?![A-Za-z0-9])/g },
  { vendor: 'npm', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g },
  { vendor: 'Hugging Face', pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])/g },
  {
    vendor: 'private key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.]{40,16000}(?:-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  {
    vendor: 'connection string',
    pattern:
      /(?<![A-Za-z0-9])(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|https?|s?ftp|smtps?|ldaps?):\/\/[^\s:@/"'`<>]{0,64}:[^\s@/"'`]{4,128}@[A-Za-z0-9[][A-Za-z0-9.:\]-]{0,253}/g,
    isToken: (address) => !standsForPassword(address),
  },
];

/** The border before a token: also behind the escape of an address (`%3D`) or of a string (`\n`), whose last letter is no part of it. */
const behindEscapes = ({ source, flags }: RegExp): RegExp =>
  new RegExp(
    source.replace(
      /^\(\?<!(\[[^\]]+\])\)/,
      (_, letters: string) => `(?:(?<!${letters})|(?<=%[0-9A-Fa-f]{2}|\\\\[nrt]))`,
    ),
    flags,
  );

const tokenForms: readonly TokenForm[] = Object.freeze(
  forms.map((form) => ({ ...form, pattern: behindEscapes(form.pattern) })),
);

/** A credential of a vendor, a JSON Web Token, a private key, or an address with a password. */
export const findSecretTokens: LabelDetector = (text) => {
  const found: Span[] = [];
  for (const { pattern, isToken } of tokenForms)
    for (const { index, 0: token } of text.matchAll(pattern))
      if (!placeholder.test(token) && !isWords(token) && (isToken?.(token) ?? true))
        found.push({ start: index, end: index + token.length });
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: Span[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (!last || span.start >= last.end) spans.push(span);
    else if (span.end > last.end) spans[spans.length - 1] = { start: last.start, end: span.end };
  }
  return spans;
};
