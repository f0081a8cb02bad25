import { card, withCheckDigit } from './cards.ts';
import { alphanumeric, type Chance, digits, hex, lower, type Makers, upper } from './chance.ts';
import { encode, jwt } from './secrets.ts';

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

/** Texts that look like a finding, and are none. */
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
