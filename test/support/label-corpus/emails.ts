import { lower, type Makers, upper } from './chance.ts';

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
