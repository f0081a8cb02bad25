import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import type { Span } from '#domain/labels/folded-text.ts';

// Lengths of RFC 5321; they also bound the work at each sign.
const longestLocal = 64;
const longestDomain = 253;
const longestUrl = 256;

const sign = /@|%40/g;
/** Latin letters with their marks, so that an address that follows other writing without a space begins where it does. */
const latinLocal = /[\p{Script=Latin}\p{M}0-9.!#$%&'*+/=?^_`{|}~-]/u;
const anyLocal = /[\p{L}\p{N}\p{M}._%+-]/u;
const latinDomain = /[\p{Script=Latin}\p{M}0-9.-]/u;
const anyDomain = /[\p{L}\p{N}\p{M}.-]/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const topLabel = /^(?:\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]{2,59})$/iu;

/** Endings of files that are no top-level domains: `icon@2x.png`. */
const fileEndings = new Set(
  'png jpg jpeg gif svg webp avif heic ico bmp tiff pdf css scss js mjs cjs jsx tsx json xml html htm txt yaml yml toml lock log exe dll jar war tgz tar gz whl service socket timer mount target'.split(
    ' ',
  ),
);

const mixedCase = /^[A-Za-z]*[a-z][A-Z][A-Za-z]*$|^[A-Z]{2,}[a-z]/;

/** Suffix of a version number: `6.0.0-beta.rc`, `5.3.0.RELEASE.jre`. */
const releaseMark =
  /^(?:\d+-.*|alpha|beta|rc|next|canary|dev|nightly|snapshot|release|final|pre|post|preview)$/i;

/** `vite@6.0.0-beta.rc` names a version; figures below two labels or more name a host: `ann@8.8.example.com`. */
const isVersion = (domain: string): boolean => {
  if (!/^v?\d+\.\d/.test(domain)) return false;
  const labels = domain.split('.');
  const rest = labels.slice(labels.findIndex((part) => !/^v?\d+$/.test(part)));
  const [first = ''] = rest;
  return rest.length < 2 || /^\d+-/.test(first) || (rest.length < 3 && releaseMark.test(first));
};

const isUrlSecret = (text: string, localStart: number): boolean => {
  // `https://user:word@host` names no mailbox.
  const before = text.slice(Math.max(0, localStart - longestUrl), localStart);
  return /:\/\/[^\s/@]*$/.test(before) || before.endsWith('://');
};

const isAscii = (text: string, at: number): boolean => !(text.charCodeAt(at) > 127);

const startOfLocal = (text: string, at: number): number => {
  if (text[at - 1] === '"') {
    const open = text.lastIndexOf('"', at - 2);
    return open >= at - longestLocal && open !== -1 && !text.slice(open, at).includes('\n') ? open : at;
  }
  const walk = (allowed: RegExp): number => {
    let start = at;
    while (start > 0 && at - start < longestLocal && allowed.test(text[start - 1] ?? '')) start -= 1;
    const doubled = text.slice(start, at).lastIndexOf('..');
    if (doubled !== -1) start += doubled + 2;
    while (start < at && !/[\p{L}\p{N}_]/u.test(text[start] ?? '')) start += 1;
    return start;
  };
  // An ASCII character that stops the narrower walk stops the wider one, too.
  const start = walk(latinLocal);
  return start < at || isAscii(text, at - 1) ? start : walk(anyLocal);
};

/** In the path or the query of an address of the web a mailbox begins after its last mark. */
const afterUrl = (text: string, start: number, at: number): number => {
  if (!text.startsWith('://', start - 3)) return start;
  const local = text.slice(start, at);
  const slash = local.indexOf('/');
  return slash === -1 ? start : start + Math.max(slash, local.search(/[/?&=#][^/?&=#]*$/)) + 1;
};

const endOfDomain = (text: string, from: number): number => {
  let stopped = from;
  const walk = (allowed: RegExp): number => {
    let end = from;
    while (end < text.length && end - from < longestDomain && allowed.test(text[end] ?? '')) end += 1;
    stopped = end;
    const labels = text.slice(from, end).split('.');
    let valid = 0;
    while (valid < labels.length && label.test(labels[valid] ?? '')) valid += 1;
    // A name that is followed by a full stop and a digit, or by no letters, ends before it.
    while (valid > 1 && !topLabel.test(labels[valid - 1] ?? '')) valid -= 1;
    return valid < 2 ? from : from + labels.slice(0, valid).join('.').length;
  };
  const end = walk(latinDomain);
  return end > from || isAscii(text, stopped) ? end : walk(anyDomain);
};

/** An e-mail address: a mailbox, an at sign (or its `%40`), a domain of two labels or more whose last is of letters. */
export const findEmails: LabelDetector = (text) => {
  const spans: Span[] = [];
  let last = 0;
  for (const { index, 0: found } of text.matchAll(sign)) {
    const start = afterUrl(text, Math.max(last, startOfLocal(text, index)), index);
    const domain = index + found.length;
    if (start >= index) continue;
    const end = endOfDomain(text, domain);
    if (end === domain) continue;
    const top = text.slice(text.lastIndexOf('.', end - 1) + 1, end).toLowerCase();
    if (fileEndings.has(top)) continue;
    // `6H@FO.LwfT` is a piece of binary data: nobody writes a top-level domain in letters of both sizes.
    if (mixedCase.test(text.slice(end - top.length, end))) continue;
    // `git@host` and `host:path/of/it` are remotes; `w@np.array(` and `x@env.await_all` are code.
    if (/[(_]/.test(text[end] ?? '') || /^:(?:[~\w-][^\s/]{0,64})?\//.test(text.slice(end, end + 80)))
      continue;
    // `@name@host` is a handle.
    if (text[start - 1] === '@' || isVersion(text.slice(domain, end))) continue;
    if (text.slice(start, index) === 'git' || isUrlSecret(text, start)) continue;
    spans.push({ start, end });
    last = end;
  }
  return spans;
};
