import { stemmer } from 'stemmer';

/** Irregular forms, each mapped to the first of its line. */
const irregularForms = `
be is are was were been being am
choose chose chosen
keep kept
write wrote written
send sent
build built
run ran running
hold held
make made
take took taken
give gave given
get got gotten
go went gone
have has had
do does did done
begin began begun
break broke broken
bring brought
buy bought
draw drew drawn
drive drove driven
fall fell fallen
find found
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
grow grew grown
hear heard
hide hid hidden
know knew known
lead led
leave left
lose lost
mean meant
meet met
pay paid
rebuild rebuilt
rewrite rewrote rewritten
say said
see saw seen
sell sold
set sets setting
show showed shown
speak spoke spoken
spend spent
stand stood
teach taught
tell told
think thought
throw threw thrown
understand understood
win won
withdraw withdrew withdrawn
weigh weight weighs weighed
retain retention retained
store storage stored
expire expiry expiration
approve approval
remove removal
delete deletion deletions
refuse refusal
renew renewal
arrive arrival
fail failure failures
serve served serves serving
deliver delivery deliveries
high height
long length
wide width
deep depth
datum data
index indices indexes
schema schemas schemata
child children
person people
man men
woman women
`;

/** Words that say the same, each as its first. */
const synonymGroups = `
use utilise utilize employ adopt choose select pick
keep retain store preserve
mass weigh
speed velocity
delete erase purge remove wipe
show display
picture photo photograph
student pupil
guest visitor
bicycle bike
truck lorry
lift elevator
large big
small little
email e-mail
website site
folder directory
holiday vacation
phone telephone
bug defect
movie film
invoice bill
child kid
car automobile
obtain acquire receive get
include contain
elect appoint
repair mend fix
hire recruit
authorise sanction
vehicle automobile
annual yearly
wage salary
price cost
maximum max
minimum min
database db
repository repo
config configuration
production prod
stage staging
development dev
environment env
application app
administrator admin
authenticate authentication auth login
authorise authorize
support handle
forbid prohibit ban disallow
allow permit
engineer developer
customer client
send transmit
start begin commence launch
end finish conclude
build compile
buy purchase
own belong
frontend front-end
backend back-end
respond reply
fast quick
colour color
licence license
centre center
organise organize
initialise initialize
serialise serialize
encrypt encipher
answer response
hour hr
check verify validate
alter modify change edit update
notify inform
maintain maintenance upkeep
see view
host hosted
locate situate
company firm
require need demand
staff employee
doc document documentation
`;

const groupsIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

const irregular = new Map(
  groupsIn(irregularForms).flatMap(([first = '', ...others]) =>
    others.map((other) => [other, first] as const),
  ),
);

/** Words that their ending distinguishes, though a stemmer would drop it. */
const keptApart = new Set(
  `important importance import imports university universe general generic generate organ organise organic operator operand
  policy police community communicate news new user users useful useless internal international relative relation server servers
  container containers stateful stateless author authority component compute computer author's active activity action import export
  production product products reader readers writer writers manager managers editor editors owner owners maintainer maintainers
  publisher subscriber sender receiver client service services server's consumer producer consumers producers clients`
    .split(/\s+/)
    .filter(Boolean),
);

const singular = (word: string): string =>
  word.length > 3 && /[^s]s$/.test(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word;

const stemOf = (word: string): string => {
  const known = irregular.get(word);
  if (known !== undefined) return stemOf(known);
  if (keptApart.has(word)) return singular(word);
  const hyphen = word.lastIndexOf('-');
  if (hyphen > 0 && /^[a-z-]+$/.test(word))
    return `${word.slice(0, hyphen)}-${singular(word.slice(hyphen + 1))}`;
  // A word of other characters is a name and stays unchanged. The stemmer gives `deploi` for one form and `deploy` for another.
  return /^[a-z]+(?:'s)?$/.test(word) ? stemmer(word.replace(/'s?$/, '')).replace(/(?<=..)y$/, 'i') : word;
};

const synonyms = new Map(
  groupsIn(synonymGroups).flatMap(([first = '', ...others]) =>
    others.map((other) => [stemOf(other), stemOf(first)] as const),
  ),
);

const mostKept = 20_000;
const lemmas = new Map<string, string>();

/**
 * A lower-case word as what it has in common with its other forms and with words that say the same: `stored`,
 * `retention` and `keep` are one.
 */
export const lemmaOf = (word: string): string => {
  const known = lemmas.get(word);
  if (known !== undefined) return known;
  if (lemmas.size >= mostKept) lemmas.clear();
  const stem = stemOf(word.length > 40 ? word.slice(0, 40) : word);
  const lemma = synonyms.get(stem) ?? stem;
  lemmas.set(word, lemma);
  return lemma;
};

/** For an erasure: keeps no word in this process. */
export const forgetLemmas = (): void => lemmas.clear();

/** The lemmas of words, parted by white space. */
export const lemmasOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter(Boolean).map(lemmaOf));
