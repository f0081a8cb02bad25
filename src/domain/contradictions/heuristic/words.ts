import { lemmasOf } from '#domain/contradictions/heuristic/lemmas.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** They carry no content, or too little to distinguish two statements. */
export const fillers =
  set(`a an the this these our your my i we you us me am is are be been being was were had has have do does did
  will would to of in on at for by as so very really now currently already always ever exactly simply just also too still
  please therefore hence thus new then any all both own itself themselves every each everyone everybody anyone anybody
  completely entirely fully totally strictly absolutely explicitly indeed actually anymore today henceforth furthermore moreover
  their its his her one's there such using via remain remains stay stays themselves ourselves yourself`);

/** Heads of a compound that add nothing to what stands before them, where one statement has them and the other has not. */
export const genericHeads = lemmasOf(
  `usage support handling management processing feature functionality value period environment system tool instance setting
  purpose process step happen occur perform conduct place carry hold team time project component format file`,
);

export const negators = set('not no never neither nor none nobody nothing');
export const modals = set('must shall should can will would may might could');
export const auxiliaries = set(
  `is are be been being was were am has have had do does did must shall should can will would may might could
   remains remain stays stay becomes become`,
);

/** Words before a predicate. */
export const copulas = set(
  'is are be been was were remain remains stay stays becomes become kept turned switched set marked considered fully always strictly completely currently now still',
);
/** Words that may follow a copula, or open a phrase that adds to a sentence. */
export const prepositions = set(
  `in on at for by to with from during under over after before of and as into onto within without per via through across against
  towards toward until till since using when while if between among`,
);
export const determiners = set('a an the this these those our your my its their each every all any both no');

/** Words that make a sentence say too little, or too much, to be compared by words alone. */
export const hedges =
  set(`might could perhaps maybe possibly probably sometimes often usually generally typically occasionally mostly
  normally rarely seldom some many most few several certain either or but except unless yet necessarily
  which who whose whom where whether although though hopefully almost partly partially half mainly likely eventually
  consider considering propose proposed wish want hope`);
/** And these make it depend on something. */
export const conditions = set(
  'if when whenever while until once before after unless since during only that than provided assuming',
);
/** Words that refer to something outside the sentence. */
export const pointers = set('it they he she its his her this that these those there here such both');

/** Something that has one date; of others there may be many. */
export const once =
  lemmasOf(`deadline due launch release live start begin end expire close open schedule scheduled plan planned effective born
  founded found ship deliver delivery freeze migration cutover standup meeting review backup retro deploy run hold held maintenance
  freeze go switch retire retired decommissioned arrive kickoff target complete finish remove support sunset submit deprecate rollout
  available discontinue renew publish move migrate drop window shut stop cease ready close closes application happen conference event retrospective workshop interview exam election party course training valid payroll`);
/** A tension rather than an impossibility. */
export const soft = lemmasOf('should prefer avoid like dislike recommend favour favor');

/** Known verbs: the first of them after a subject is its verb. */
export const verbs =
  lemmasOf(`use run store support require need own maintain host deploy write build receive call read return accept
  reject include exclude contain provide allow permit forbid approve review merge squash commit release ship publish send transmit
  expose serve cache log encrypt decrypt sign rotate expire retry poll sync replicate index validate check reject deny grant revoke
  listen connect authenticate authorise back delete retain remove add create update edit depend belong live stand locate sit carry
  hold last take cost weigh measure draw turn move migrate switch replace deprecate drop abandon retire stop start begin end open close
  prefer like dislike love hate enjoy avoid recommend favour default point map report resolve write implement manage lead handle operate paint set
  format serialise parse compress limit restrict enable disable activate deactivate show hide warm lock unlock pay charge give get
  publish consume subscribe trigger emit invoke schedule meet work test lint trust distrust block ignore skip fail succeed follow
  apply adopt standardise rely package bundle compile install pin target license name escalate assign notify receive track monitor
  collect import export copy load render display calculate compute sort order group partition shard scale restart reboot
  wait answer respond process inherit extend wrap throw catch raise lower hash see view scan maintain chair ship make encode persist queue speak increase decrease exceed reach contact visit play stay
  talk communicate generate attach bring lend burn sell produce describe poll ask inspect calibrate reproduce restore upload download convert translate
  transform resize truncate occur consult obtain submit distribute teach cancel wear forward redirect rewrite decode sanitise terminate
  spawn throttle aggregate summarise anonymise redact wipe certify nominate donate repay reimburse hire dismiss supervise accompany escort
  repair seat enter cross share eat announce elect appoint strip withhold discard omit preserve rotate`);

/** A verb that may be true of more than one object. */
export const openVerbs = lemmasOf(
  'support include contain accept provide offer work integrate test know learn import export depend consume emit receive call handle meet visit like love enjoy exclude reject block',
);

/** To do this with something says little more than that it is there. */
export const keeping = lemmasOf(
  'offer provide maintain run operate use support have keep publish hold do perform',
);

/** Things that exist once. */
export const unique = lemmasOf(
  `default primary main official sole canonical standard preferred truth lead owner maintainer language framework database region
  license colour protocol runtime provider vendor broker store cloud host version timezone zone branch leader chair editor
  base capital currency platform algorithm strategy approach encoding engine format style unit deputy material`,
);
