/**
 * A corpus for the label detectors, made from a seed: texts that hold what a label is for, in every published format, and
 * texts that only look like it. Every secret in it is made up here.
 */

export interface LabelledText {
  readonly text: string;
  /** The labels that a person would give it. */
  readonly labels: readonly string[];
  /** What it is an example of, for the message of a failure. */
  readonly of: string;
}

export interface Chance {
  /** A whole number from 0 to `below` − 1. */
  readonly whole: (below: number) => number;
  readonly pick: <Of>(from: readonly Of[]) => Of;
  /** As many characters of an alphabet. */
  readonly characters: (length: number, alphabet?: string) => string;
  /** A pattern: `#` is a digit, an `N` before one a digit from 2 to 9; everything else is itself. */
  readonly figures: (pattern: string) => string;
}

/** Mulberry32: the same numbers for the same seed. */
export const createChance = (seed: number): Chance => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number) => Math.floor(next() * below);
  const pick = <Of>(from: readonly Of[]): Of => from[whole(from.length)] as Of;
  const characters = (length: number, alphabet = alphanumeric) =>
    Array.from({ length }, () => alphabet[whole(alphabet.length)]).join('');
  return {
    whole,
    pick,
    characters,
    figures: (pattern) =>
      pattern.replaceAll(/#|N(?=[.,']?#)/g, (mark) => String(mark === 'N' ? 2 + whole(8) : whole(10))),
  };
};

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const hex = '0123456789abcdef';
const alphanumeric = `${upper}${lower}${digits}`;
const base64url = `${alphanumeric}-_`;

type Maker = (chance: Chance) => string;
export type Makers = Readonly<Record<string, Maker>>;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (
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

const firstNames = [
  'anna',
  'bob',
  'chloe',
  'dmitri',
  'eva',
  'j',
  'maría',
  'o.brien',
  'sales',
  'no-reply',
  'x99',
  'jean_luc',
];
const hosts = [
  'example',
  'mail.example',
  'uni-koeln',
  'a1',
  'corp.example',
  'xn--bcher-kva',
  'bücher',
  'sub.dept.example',
];
const tops = [
  'com',
  'org',
  'co.uk',
  'de',
  'io',
  'museum',
  'fr',
  'ca',
  'info',
  'dev',
  'email',
  'xn--p1ai',
  'ie',
  'com.au',
];

export const emails: Makers = {
  plain: (chance) => `${chance.pick(firstNames)}@${chance.pick(hosts)}.${chance.pick(tops)}`,
  'first and last name': (chance) =>
    `${chance.pick(firstNames)}.${chance.characters(6, lower)}@${chance.characters(7, lower)}.${chance.pick(tops)}`,
  'with a tag': (chance) =>
    `${chance.pick(firstNames)}+${chance.characters(5, lower)}@example.${chance.pick(tops)}`,
  'in capitals': (chance) => `${chance.characters(6, upper)}@${chance.characters(8, upper)}.COM`,
  'with signs': (chance) =>
    `${chance.characters(3, lower)}${chance.pick(['_', '-', "'", '.'])}${chance.characters(4, lower)}@${chance.characters(5, lower)}-${chance.characters(3, lower)}.org`,
  'of figures': (chance) => `${chance.figures('######')}@${chance.pick(['qq', '163', '126'])}.com`,
  quoted: (chance) => `"${chance.characters(4, lower)} ${chance.characters(5, lower)}"@example.com`,
  'with an international domain': (chance) =>
    `${chance.characters(5, lower)}@${chance.pick(['münchen.de', 'пример.рф', '例え.jp', 'straße.example.de'])}`,
  'with an international mailbox': (chance) =>
    `${chance.pick(['почта', 'søren', 'josé.garcía', '用户'])}@${chance.pick(['пример.рф', 'example.com', '例子.中国'])}`,
  'in a percent-encoded address': (chance) => `${chance.characters(6, lower)}%40example.com`,
  'in a mailto': (chance) => `mailto:${chance.characters(6, lower)}@example.${chance.pick(tops)}`,
  'full-width': (chance) => `${chance.characters(5, lower)}＠example．com`,
};

const international =
  (...patterns: readonly string[]): Maker =>
  (chance) =>
    chance.figures(chance.pick(patterns));

/** As each country writes them; the ranges are in use, and a few formats of each. */
export const phones: Makers = {
  'US national': international(
    '(212) N##-####',
    '415-N##-####',
    '312.N##.####',
    '1-800-N##-####',
    '(617) N##-#### x12',
    '(310) N##-#### ext. 204',
  ),
  'US international': international(
    '+1 202 N## ####',
    '+1-646-N##-####',
    '+1 (713) N##-####',
    '+1206N######',
    '+1.503.N##.####',
    '001 303 N## ####',
  ),
  CA: international('(416) N##-####', '604-N##-####', '+1 514 N## ####', '+1 (403) N##-####', '613.N##.####'),
  'GB national': international(
    '020 7### ####',
    '020 8### ####',
    '07700 9#####',
    '07911 1#####',
    '0161 496 0###',
    '0121 4## ####',
    '(020) 7### ####',
    '01904 6#####',
  ),
  'GB international': international(
    '+44 20 7### ####',
    '+44 7911 1#####',
    '+44 (0)20 7### ####',
    '0044 20 7### ####',
    '+447700900###',
    '+44 161 4## ####',
  ),
  IE: international(
    '01 6## ####',
    '087 2## ####',
    '(01) 4## ####',
    '021 4## ####',
    '+353 87 2## ####',
    '+353 1 6## ####',
    '086-8##-####',
  ),
  'FR national': international(
    '01 42 ## ## ##',
    '06 12 ## ## ##',
    '04.91.##.##.##',
    '07-81-##-##-##',
    '02 40 ## ## ##',
  ),
  'FR international': international(
    '+33 1 42 ## ## ##',
    '+33 6 12 ## ## ##',
    '+33 (0)1 42 ## ## ##',
    '0033 6 12 ## ## ##',
    '+33612######',
  ),
  'DE national': international(
    '030 2#######',
    '030/2#######',
    '0151 2#######',
    '089 3######',
    '(040) 3######',
    '0221 4######',
    '0171-2######',
    '0151 1#### ###',
  ),
  'DE international': international(
    '+49 30 2#######',
    '+49 (0)30 2#######',
    '+49 151 2#######',
    '0049 89 3######',
    '+49 89 3## ####',
    '+4915112######',
    '+49-221-4######',
  ),
  ES: international(
    '612 ### ###',
    '6## ## ## ##'.replace('##', '54'),
    '91 4## ## ##',
    '93 4## ## ##',
    '+34 612 ### ###',
    '+34 91 4## ## ##',
    '0034 612 ### ###',
    '+34612######',
  ),
  IT: international(
    '06 698# ####',
    '02 7200 ####',
    '347 1## ####',
    '338 7######',
    '+39 06 698# ####',
    '+39 347 1## ####',
    '+39 3471######',
    '0039 02 7200 ####',
  ),
  NL: international(
    '06 1#######',
    '06-1#######',
    '020 6## ####',
    '010-4######',
    '+31 6 1#######',
    '+31 20 6## ####',
    '06 12 ## ## ##',
    '+31 (0)20 6## ####',
  ),
  BE: international(
    '0470 ## ## ##',
    '02 5## ## ##',
    '0475/##.##.##',
    '+32 470 ## ## ##',
    '+32 2 5## ## ##',
    '03 2## ## ##',
  ),
  AT: international(
    '0664 1######',
    '01 5######',
    '+43 664 1######',
    '+43 1 5######',
    '0676/3######',
    '0316 8#####',
  ),
  CH: international(
    '044 668 ## ##',
    '079 2## ## ##',
    '022 7## ## ##',
    '+41 44 668 ## ##',
    '+41 79 2## ## ##',
    '0041 79 2## ## ##',
  ),
  AU: international(
    '0412 ### ###',
    '(02) 9### ####',
    '02 9### ####',
    '+61 412 ### ###',
    '+61 2 9### ####',
    '(03) 9### ####',
    '0061 2 9### ####',
  ),
  'a tel address': international(
    'tel:+1-212-N##-####',
    'tel:+442079######',
    'tel:+49302#######',
    'tel:+33612######',
  ),
  'with an extension': international('+1 415 N## #### ext 12', '+44 20 7### #### x123', '(415) N##-#### x9'),
  'other countries': international(
    '+81 3 3### ####',
    '+86 138 0013 8###',
    '+91 98765 4####',
    '+55 11 9#### ####',
    '+7 495 1## ## ##',
    '+46 8 12# ### ##',
    '+45 32 ## ## ##',
    '+48 22 6## ## ##',
  ),
};

/** A number with its check digit. */
export const withCheckDigit = (payload: string): string => {
  for (let check = 0; check < 10; check += 1) {
    const sum = [...`${payload}${check}`]
      .reverse()
      .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
      .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
    if (sum % 10 === 0) return `${payload}${check}`;
  }
  throw new Error('There is always one.');
};

const card =
  (prefixes: readonly string[], lengths: readonly number[]): Maker =>
  (chance) => {
    const prefix = chance.pick(prefixes);
    const number = withCheckDigit(
      prefix + chance.characters(chance.pick(lengths) - prefix.length - 1, digits),
    );
    const separator = chance.pick(['', '', ' ', '-', '\u00a0']);
    const groups =
      number.length === 15
        ? [4, 6, 5]
        : number.length === 14
          ? [4, 6, 4]
          : number.length === 19
            ? [4, 4, 4, 4, 3]
            : [4, 4, 4, 4];
    if (separator === '' || groups.reduce((sum, size) => sum + size) !== number.length) return number;
    const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, size) => sum + size, 0));
    return starts.map((start, place) => number.slice(start, start + (groups[place] ?? 0))).join(separator);
  };

export const cards: Makers = {
  Visa: card(['4', '4539', '4916', '4024'], [16, 16, 16, 19]),
  Mastercard: card(['51', '52', '53', '54', '55', '2221', '2720', '2500'], [16]),
  'American Express': card(['34', '37'], [15]),
  Discover: card(['6011', '644', '649', '65'], [16]),
  'Diners Club': card(['300', '305', '36', '38'], [14]),
  JCB: card(['3528', '3560', '3589'], [16]),
  UnionPay: card(['620', '624', '626'], [16, 19]),
  Maestro: card(['5018', '5020', '5038', '6304', '6759', '6761'], [16, 19]),
  Mir: card(['2200', '2204'], [16]),
};

const uuid = (chance: Chance) => [8, 4, 4, 4, 12].map((length) => chance.characters(length, hex)).join('-');
const two = (chance: Chance, from: number, below: number) =>
  String(from + chance.whole(below)).padStart(2, '0');
const date = (chance: Chance) => `20${two(chance, 10, 20)}-${two(chance, 1, 12)}-${two(chance, 1, 28)}`;
const time = (chance: Chance) => `${two(chance, 0, 24)}:${two(chance, 0, 60)}:${two(chance, 0, 60)}`;
const ip = (chance: Chance) => Array.from({ length: 4 }, () => chance.whole(256)).join('.');
const word = (chance: Chance) =>
  chance.pick(['gauge', 'harbour', 'buoy', 'sensor', 'mooring', 'relay', 'tide', 'quay']);
const notLuhn = (number: string): string => number.slice(0, -1) + String((Number(number.at(-1)) + 3) % 10);
const gtin = (chance: Chance, length: number): string => {
  const payload = chance.characters(length - 1, digits);
  const sum = [...payload]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return `${payload}${(10 - (sum % 10)) % 10}`;
};

/** What a text may hold that looks like something, and is nothing. */
export const lookalikes: Makers = {
  'an order number': (chance) => `order ${chance.pick(['', '#', 'no. '])}${chance.figures('##########')}`,
  'an order in groups': (chance) => chance.figures('Order 3##-#######-#######'),
  'an invoice': (chance) =>
    `${chance.pick(['INV', 'RE', 'PO'])}-20${two(chance, 10, 20)}-${chance.figures('######')}`,
  'a long invoice': (chance) => `invoice ${chance.figures('20##-0000#####')}`,
  'a ticket': (chance) => `${chance.characters(3, upper)}-${chance.figures('#####')}`,
  'a parcel of UPS': (chance) =>
    `1Z${chance.characters(6, `${upper}${digits}`)}${chance.figures('##########')}`,
  'a parcel of FedEx': (chance) => `tracking ${chance.figures('#### #### ####')}`,
  'a parcel of DHL': (chance) => chance.figures('JD0146000########'),
  'a parcel of the post': (chance) => chance.figures('RR#########DE'),
  'a parcel of USPS': (chance) => chance.figures('9400 1000 0000 0000 0000 ##'),
  'an MD5': (chance) => chance.characters(32, hex),
  'a SHA-1': (chance) => `commit ${chance.characters(40, hex)}`,
  'a short commit': (chance) => `fixed in ${chance.characters(7, hex)}`,
  'a commit of figures': (chance) => `fixed in ${chance.figures('#######')}`,
  'a SHA-256': (chance) => chance.characters(64, hex),
  'a digest of an image': (chance) => `registry.example.com/app@sha256:${chance.characters(64, hex)}`,
  'an integrity': (chance) => `sha512-${chance.characters(86, `${alphanumeric}+/`)}==`,
  'a UUID': uuid,
  'a UUID of figures': (chance) => chance.figures('########-####-4###-8###-############'),
  'an id of this product': (chance) =>
    `mem_0199${chance.characters(4, hex)}-${chance.characters(4, hex)}-7000-8000-${chance.characters(12, hex)}`,
  'an object id': (chance) => chance.characters(24, hex),
  'a version': (chance) => `v${chance.whole(20)}.${chance.whole(100)}.${chance.whole(100)}`,
  'a build': (chance) => chance.figures('1##.0.####.###'),
  'a package': (chance) =>
    `${chance.pick(['lodash', '@types/node', 'left-pad', 'react'])}@${chance.whole(20)}.${chance.whole(20)}.${chance.whole(20)}`,
  'a package with a tag': (chance) =>
    `${chance.pick(['next', 'vue'])}@${chance.pick(['latest', 'beta', 'canary'])}`,
  'a date': date,
  'a date and time': (chance) => `${date(chance)} ${time(chance)}`,
  'an instant': (chance) => `${date(chance)}T${time(chance)}Z`,
  'an instant with an offset': (chance) => `${date(chance)}T${time(chance)}.${chance.figures('###')}+02:00`,
  'a German date': (chance) => `${two(chance, 1, 28)}.${two(chance, 1, 12)}.20${two(chance, 10, 20)}`,
  'an American date': (chance) => `${two(chance, 1, 12)}/${two(chance, 1, 28)}/20${two(chance, 10, 20)}`,
  'a span of dates': (chance) => `${date(chance)} - ${date(chance)}`,
  'a span of years': () => '1998-2004',
  'hours of opening': () => '09:00-17:30',
  'a date as a file has it': (chance) =>
    `backup-20${two(chance, 10, 20)}${two(chance, 1, 12)}${two(chance, 1, 28)}-${chance.figures('######')}.tar.gz`,
  'an address of the net': ip,
  'an address and port': (chance) => `${ip(chance)}:${1_000 + chance.whole(60_000)}`,
  'a net': (chance) => `10.${chance.whole(256)}.0.0/16`,
  'an IPv6': (chance) => Array.from({ length: 8 }, () => chance.characters(4, hex)).join(':'),
  'a MAC': (chance) =>
    Array.from({ length: 6 }, () => chance.characters(2, hex)).join(chance.pick([':', '-'])),
  'seconds since 1970': (chance) => String(1_600_000_000 + chance.whole(200_000_000)),
  'milliseconds since 1970': (chance) => String(1_600_000_000_000 + chance.whole(200_000_000_000)),
  'microseconds since 1970': (chance) =>
    `${1_600_000_000 + chance.whole(200_000_000)}${chance.figures('######')}`,
  'nanoseconds since 1970': (chance) =>
    `${1_600_000_000 + chance.whole(200_000_000)}${chance.figures('#########')}`,
  'a price': (chance) =>
    chance.figures(
      chance.pick(['€ N,###.##', '$N#,###.##', 'N.###,## EUR', '2 ### ###,## kr', "CHF N'###.##"]),
    ),
  'a population': (chance) => chance.figures('2 ### ### ###'),
  coordinates: (chance) => `${chance.figures('4#.####')}, ${chance.figures('-7#.####')}`,
  'coordinates, exact': (chance) => `${chance.figures('5#.########')} ${chance.figures('1#.########')}`,
  'a measure': (chance) => `${chance.figures('N#.#')} kg at ${chance.figures('1##')} °C`,
  'a series': (chance) => Array.from({ length: 8 }, () => chance.figures('N##')).join(' '),
  'a row of a table': (chance) => Array.from({ length: 5 }, () => chance.figures('#.####')).join(' '),
  'a card that fails its check': (chance) =>
    notLuhn(card(['4', '51', '6011'], [16])(chance).replaceAll(/\D/g, '')),
  'a card that fails, in groups': (chance) => {
    const number = notLuhn(withCheckDigit(`4${chance.characters(14, digits)}`));
    return (number.match(/.{4}/g) ?? []).join(' ');
  },
  'digits that are too many': (chance) =>
    `${withCheckDigit(`4${chance.characters(14, digits)}`)}${chance.figures('########')}`,
  'digits in a word': (chance) => `x${withCheckDigit(`4${chance.characters(14, digits)}`)}y`,
  'an issuer of nobody': (chance) =>
    withCheckDigit(`${chance.pick(['1', '7', '00'])}${chance.characters(14, digits)}`).slice(0, 16),
  'a masked card': (chance) =>
    `${chance.pick(['**** **** **** ', 'XXXX-XXXX-XXXX-', '•••• •••• •••• '])}${chance.figures('####')}`,
  'a card of which the ends are shown': (chance) => chance.figures('4###-####-XXXX-####'),
  'an IBAN': (chance) => chance.figures('DE## #### #### #### #### ##'),
  'an IBAN of one piece': (chance) => `${chance.figures('GB##')}NWBK${chance.figures('##############')}`,
  'an IBAN of France': (chance) => chance.figures('FR76 3000 6000 0112 #### #### 189'),
  'an IBAN of the Netherlands': (chance) =>
    `NL${chance.figures('##')} ABNA ${chance.figures('0### #### ##')}`,
  'an IBAN of Britain': (chance) => `${chance.figures('GB##')} NWBK ${chance.figures('3### #### #### ##')}`,
  'an ISBN-13': (chance) => `ISBN ${chance.figures('978-3-16-######-#')}`,
  'an ISBN-13 of one piece': (chance) => `ISBN 978${chance.figures('##########')}`,
  'an ISBN-10': (chance) => `ISBN ${chance.figures('0-306-#####-#')}`,
  'an ISSN': (chance) => `ISSN ${chance.figures('####-####')}`,
  'a GTIN-13': (chance) => `EAN ${gtin(chance, 13)}`,
  'a GTIN-14': (chance) => `GTIN ${gtin(chance, 14)}`,
  'an IMEI': (chance) => `IMEI ${withCheckDigit(`35${chance.characters(12, digits)}`)}`,
  'an ICCID': (chance) => `ICCID 89${chance.figures('01410###########')}`,
  'an ORCID': (chance) => `https://orcid.org/0000-000${chance.figures('#-####-####')}`,
  'a DOI': (chance) => chance.figures('10.1038/s41586-02#-#####-#'),
  'an arXiv number': (chance) => chance.figures('arXiv:2##1.#####'),
  'a social security number': (chance) => chance.figures('1##-4#-####'),
  'a part number': (chance) => chance.figures('P/N 4##-###-##'),
  'a part number, lettered': (chance) => `${chance.characters(2, upper)}${chance.figures('###-####-##')}`,
  'a VAT number': (chance) => chance.figures('DE#########'),
  'an account at a local host': () => 'postgres@localhost',
  'an account on a machine': (chance) => `root@${word(chance)}-${chance.whole(9)}`,
  'a handle on another server': (chance) => `@${chance.characters(6, lower)}@mastodon.social`,
  'a copy to a machine': (chance) => `deploy@web.example.com:/var/www/${word(chance)}`,
  'a version before its time': (chance) => `vite@${chance.whole(9)}.0.0-beta.rc`,
  'a branch of an action': () => 'actions/checkout@v4.1.7',
  'a mailbox at an address of the net': (chance) => `probe@${ip(chance)}`,
  'a handle': (chance) => `@${chance.characters(8, lower)}`,
  'a remote': () => 'git@github.com:org/repo.git',
  'a remote with a scheme': () => 'ssh://git@github.com/org/repo',
  'an address with a password': (chance) => `postgres://user:${chance.characters(8)}@db.example.com:5432/app`,
  'a picture for sharp screens': (chance) => `${word(chance)}@${chance.pick(['2x', '3x'])}.png`,
  'a decorator': () => '@Injectable() class Gauge',
  'a price at a time': () => '3 @ 4.50',
  'a matrix product': () => 'y = w@x.T',
  'a link of Medium': (chance) =>
    `https://medium.com/@${chance.characters(6, lower)}/story-${chance.characters(12, hex)}`,
  'a scope of npm': (chance) => `https://npmjs.com/package/@${word(chance)}/core`,
  'a placeholder of OpenAI': () => 'sk-xxxxxxxxxxxxxxxxxxxxxxxx',
  'a placeholder of OpenAI, dotted': () => 'sk-...',
  'a placeholder of AWS': () => 'AKIAXXXXXXXXXXXXXXXX',
  'a placeholder of GitHub': () => `ghp_${'x'.repeat(36)}`,
  'a placeholder of GitHub, starred': () => `ghp_${'*'.repeat(36)}`,
  'a placeholder of Slack': () => 'xoxb-xxxxxxxxxxxx-xxxxxxxxxxxx-xxxxxxxxxxxxxxxxxxxxxxxx',
  'a placeholder of Slack, in words': () => 'xoxb-your-token-here',
  'a placeholder of Google': () => `AIza${'X'.repeat(35)}`,
  'a variable': () => 'export OPENAI_API_KEY=$OPENAI_API_KEY',
  'a slug': () => 'sk-learn-pipeline-for-text-classification',
  'a name with sk': () => 'task-scheduling-and-risk-management-overview',
  'a public key': (chance) =>
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${chance.characters(43, `${alphanumeric}+/`)} deploy`,
  base64: (chance) => chance.characters(120, `${alphanumeric}+/`),
  'a JSON Web Token that breaks off': (chance) => jwt(chance).split('.')[0] ?? '',
  'JSON in base64 that names no algorithm': (chance) =>
    `${encode({ page: chance.whole(99), next: 'abcdefgh' })}.${encode({ a: 1, b: 2 })}.x`,
  'dotted words': (chance) => `com.example.${word(chance)}.${word(chance)}.Service`,
  'a fingerprint of a key': (chance) => `SHA256:${chance.characters(43, `${alphanumeric}+/`)}`,
  'an address of Ethereum': (chance) => `0x${chance.characters(40, hex)}`,
  'a snowflake': (chance) => `message 1${chance.figures('#################')}`,
  'a postal code': (chance) => chance.figures('Beverly Hills, CA 9####-####'),
  'an employer': (chance) => chance.figures('EIN ##-#######'),
  'a routing number': (chance) => chance.figures('routing 0########'),
  'the end of a card': (chance) => chance.figures('the card that ends in ####'),
  'a colour': (chance) => `#${chance.characters(6, hex)}`,
  bytes: (chance) => Array.from({ length: 16 }, () => chance.characters(2, hex)).join(' '),
  'a checksum of pairs': (chance) => Array.from({ length: 5 }, () => chance.figures('##')).join(':'),
  'a score': () => '21-19, 18-21, 21-17',
  'a room': (chance) => chance.figures('room 0#.1##'),
  'a rule': () => '§ 312 Abs. 2 Nr. 10',
  'a standard': (chance) => chance.figures('ISO 27001:2022, EN 50##-1-2'),
  pi: () => '3.14159265358979323846',
  'a percentage': (chance) => chance.figures('N#.## % of 1 000 000'),
  'a duration': () => '00:03:27.512',
  'a phone without digits': () => 'call me on my phone',
  'a short extension': () => 'ext. 4021',
  'an emergency': () => 'dial 112 or 911',
  'a bank code': (chance) => chance.figures('BLZ 100 500 00, Konto 0#########').slice(0, 30),
  'a sort code': (chance) => chance.figures('sort code 20-##-##'),
  'a port range': () => '8000-8100',
  'a plain text': () => 'We will keep the readings of every gauge for ten years.',
  'a plain text with figures': (chance) =>
    chance.figures('Between 1998 and 2004 the N## gauges were read #### times.'),
};

const frames = [
  '%',
  'See %.',
  'Please note: %, thanks.',
  '(%)',
  '- % (checked)',
  '"value": "%",',
  'It says % and nothing else.',
  'before\n%\nafter',
  '| % | yes |',
  '联系 % 。',
  'reference=%;',
  '<td>%</td>',
] as const;

/** Frames in which what is found would be something else, or nobody would call it found. */
const openFrames = frames.slice(0, 9);

const long =
  'The gauge at the north quay was read, and what it read was kept with the others for the yearly report. ';

/** As many texts of every kind, in the order of the kinds. */
export const labelCorpus = (seed: number, each: number): LabelledText[] => {
  const chance = createChance(seed);
  const texts: LabelledText[] = [];
  const add = (makers: Makers, labels: readonly string[], framing: readonly string[]) => {
    for (const [of, make] of Object.entries(makers))
      for (let count = 0; count < each; count += 1) {
        const framed = chance.pick(framing).replace('%', () => make(chance));
        const padded = chance.whole(20) === 0 ? `${long.repeat(40)}${framed} ${long.repeat(10)}` : framed;
        texts.push({ text: padded, labels, of });
      }
  };
  add(secrets, ['secret.token'], frames);
  add(emails, ['pii.email'], frames);
  add(phones, ['pii.phone'], openFrames);
  add(cards, ['financial.card'], openFrames);
  add(lookalikes, [], frames);
  return texts;
};
