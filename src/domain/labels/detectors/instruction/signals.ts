/** Signs of one sort that a text speaks to its reader as to an agent. Every pattern is for text in lower case. */
export interface Signal {
  readonly family: string;
  /** One is enough; of the others two families are needed. */
  readonly isEnough: boolean;
  /** Something of it is in every match. A text without it, which is nearly every text, is searched no further. */
  readonly gate: RegExp;
  /** Each is linear: gaps are bounded, nothing repeats within a repetition. */
  readonly patterns: readonly RegExp[];
}

const begin = '(?<![\\p{L}\\p{N}_])';
const end = '(?![\\p{L}\\p{N}_])';
const gap = '[^.!?。！？]';

const signal = (family: string, isEnough: boolean, gate: RegExp, ...sources: readonly string[]): Signal => ({
  family,
  isEnough,
  gate,
  patterns: sources.map((source) => new RegExp(source, 'gmu')),
});

/** One of the first, and soon after it one of the second. */
const near = (first: string, second: string, within = 60): string =>
  `${begin}(?:${first})${gap}{0,${within}}?(?:${second})`;

const agent =
  '(?:ai|a\\.i\\.|llms?|language models?|assistants?|(?:ai|autonomous|coding|automated) agents?|chat ?bots?|copilot|chatgpt|gpt|claude|gemini|summari[sz]er|crawlers?)';
const must =
  '(?:must|should|shall|need to|have to|are (?:required|instructed|authori[sz]ed|asked|now)|will|may|can)';
const hiddenOrders = '(?:system|initial|original|hidden|secret|internal|developer|full)';
const before =
  '(?:previous|previously|prior|preceding|foregoing|earlier|above|existing|initial|original|your|you (?:were|have been|know|learned)|told|given|so far|before)';

/** Structure: the marks by which chat formats and tool protocols separate roles and calls. */
const structure: readonly Signal[] = [
  signal(
    'role mark',
    true,
    /[<#]|\[\/?(?:inst|sys|tool|available)|(?:system|assistant)[ \t]*:/u,
    '</?(?:system|assistant|user|human|instructions?|system[-_]prompt|tool_call|function_calls?|function_call|tool_use|tool_result|tools?|invoke|parameter)\\b[^<>]{0,80}>',
    '<\\|[a-z_]{2,24}\\|>',
    '\\[/?(?:inst|sys|system|tool_calls?|available_tools)\\]|<</?sys>>',
    '^[ \\t]{0,8}(?:system|assistant)[ \\t]{0,8}:[ \\t]',
    '^[ \\t]{0,8}#{2,4}[ \\t]{1,4}(?:instruction|system|human|assistant|user|response|input)[ \\t]{0,4}:',
    '<(?:start|end)_of_turn>',
  ),
  signal(
    'tool call',
    true,
    /"(?:tool|function|recipient|name)|action input|`{3}tool_|\b(?:tool|function)\b/u,
    '"(?:tool|tool_name|tool_calls?|function|function_call|recipient_name)"\\s{0,4}:[^\\0]{0,200}?"(?:arguments|parameters|args|input|params|tool_input|name)"\\s{0,4}:',
    '"name"\\s{0,4}:\\s{0,4}"[\\w.-]{1,60}"\\s{0,4},\\s{0,4}"(?:arguments|parameters|tool_input)"\\s{0,4}:',
    '^[ \\t]{0,8}action\\s{0,4}:[^\\n]{1,80}\\n{1,2}[ \\t]{0,8}action input\\s{0,4}:',
    '^[ \\t]{0,8}`{3}tool_(?:code|call)',
    near('call|invoke|use|run|execute', `(?:the )?[\`"']?\\w{2,40}[\`"']? (?:tool|function)${end}`, 20) +
      `${gap}{0,80}?(?:with|on|to|for) (?:the )?(?:arguments?|parameters?|all|every|id|this|these)`,
  ),
  signal(
    'picture that carries data out',
    true,
    /!\[/u,
    '!\\[[^\\]]{0,80}\\]\\([^()\\s]{4,200}[?&/=](?:\\{|<|\\[|%7b|\\$)',
  ),
];

/** Wording in English: orders to drop what holds, to take another role, to tell secrets, to keep silent. */
const wording: readonly Signal[] = [
  signal(
    'orders to drop orders',
    true,
    /\b(?:ignore|disregard|forget|overr|bypass|discard|abandon|neglect|dismiss|aside|throw|attention|follow|obey|apply|appl(?:y|ies)|heed|adhere|listen|instructions?|rules|guidelines|prompts?|directives?|orders|command|of)\b|overrid|overrul/u,
    near(
      "ignore|disregard|forget|override|overrule|bypass|discard|abandon|neglect|dismiss|set aside|throw (?:away|out)|put aside|pay no attention to|stop (?:following|obeying|applying)|(?:do not|don't|no longer|never) (?:follow|obey|apply|heed|adhere to|listen to)",
      `${before}${gap}{0,30}?(?:instructions?|prompts?|messages?|rules?|guidelines?|directives?|constraints?|restrictions?|guardrails|orders|commands?|programming|training|policies|safety|context|conversation)${end}`,
      30,
    ),
    near(
      'ignore|disregard|forget|override|overrule|bypass|discard|abandon|stop following',
      `(?:instructions|system (?:prompt|message)s?|guardrails|safety (?:rules|guidelines|training|filters?)|content polic(?:y|ies))(?: (?:you|that|given|above|before|from)|[.!,;:]|$)`,
      20,
    ),
    near('ignore|disregard|forget', 'everything|all of (?:the|that)|whatever|anything', 12) +
      `${gap}{0,30}?(?:above|before|earlier|previously|prior|said|told|so far)${end}`,
    `${begin}(?:instructions?|rules|guidelines|prompts?|directives)${gap}{0,40}?(?:no longer (?:appl(?:y|ies)|valid|binding|count|hold)|(?:are|is) (?:void|revoked|obsolete|cancelled|suspended|lifted|superseded by (?:this|these|the following)))`,
    `${begin}(?:new|updated|revised|real|actual|true|additional|following|overriding|hidden|special) (?:system )?(?:instructions?|directives?|orders) (?:for|to) (?:you|the )?(?:${agent}|you|model)`,
    `^[^\\p{L}]{0,6}(?:new|updated|urgent|important|hidden|system|admin(?:istrator)?|developer|priority) (?:instructions?|directives?|override|prompt|command)\\s{0,2}[:\\]-]`,
    `${begin}system[ _-](?:override|prompt (?:update|ends|override))`,
    `${begin}(?:end|begin|start) of (?:the )?(?:system |user |untrusted |retrieved )?(?:prompt|instructions|context|user input|document|data|input|search results|conversation)${end}\\s{0,3}[-=\\])>*:.]`,
  ),
  signal(
    'another role',
    true,
    /\byou|\bfrom (?:now|here|this)|\bas (?:an?|the|my)\b|\bmode\b/u,
    near(
      'you',
      'are (?:now|no longer) (?:a|an|the|in|bound|free|restricted|limited|acting|operating|my|under|called)(?!\\p{L})',
      4,
    ),
    `${begin}from (?:now|here|this (?:point|moment)|this message) (?:on|onwards?|forward)\\s{0,2},?\\s{0,2}(?:you|always|every|answer|respond|treat|act)`,
    near(
      'pretend|imagine|act|behave|respond|role-?play',
      "(?:that |as if |as though )you(?:'re| are| have| were) ",
      12,
    ),
    near(
      'act|behave|respond|operate|serve',
      'as (?:a|an|the|my) (?:unrestricted|unfiltered|uncensored|jailbroken|evil|administrator|admin|root|reviewer|system)',
      6,
    ),
    `${begin}(?:you (?:are|have) (?:been )?(?:in|entered|switched to)|enter(?:ing)?|switch(?:ing)? (?:in)?to|enable|activate) (?:the )?(?:god|jailbreak|dan|unrestricted|sudo|root|unfiltered|admin override) mode`,
    `${begin}you have (?:been )?(?:granted|given) (?:full|admin|administrator|root|unlimited|new|elevated)`,
    `${begin}your (?:new|real|true|only|next|primary|first|actual) (?:task|goal|role|job|purpose|objective|instructions?|mission|priority|identity)${end}`,
  ),
  signal(
    'secrets of the prompt',
    true,
    /\b(?:prompt|instructions?|message|rules|configuration|directives|guidelines|memor(?:y|ies)|context|above|before)\b/u,
    near(
      'reveal|print|repeat|show|output|disclose|dump|display|tell|leak|recite|write out|translate|summari[sz]e|share|give|list|copy|quote|expose|return|include|append|paste|what (?:is|are|were|was)',
      `(?:your|the|its)${gap}{0,20}?${hiddenOrders} (?:prompt|instructions?|message|rules|configuration|directives)${end}`,
      40,
    ),
    near(
      'reveal|print|repeat|show|output|disclose|dump|display|leak|recite|expose|quote|paste',
      `(?:your (?:instructions|prompt|rules|guidelines|memory|memories|context|configuration)|(?:everything|all(?: of)?(?: the)? (?:text|words)|the (?:text|words)) (?:above|before))`,
      40,
    ),
  ),
  signal(
    'words to agents',
    true,
    /\b(?:ai|a\.i|llms?|language models?|assistants?|agents?|chat ?bots?|copilot|chatgpt|gpt|claude|gemini|summari[sz]er|crawlers?)\b/u,
    `(?:^|[\\[({"'>*_#:.!-])\\s{0,3}(?:(?:please )?(?:note|message|attention|instructions?|notice|reminder|warning|memo|hint|important)[ :,-]{1,3}(?:to|for|all|any|the|every|this|that|whichever)?[ ]?(?:any|all|the|every)?[ ]?|(?:hey|dear|hello|hi|attention|ok|okay)[ :,]{1,2}(?:any|all|the)?[ ]?)${agent}${end}`,
    `${begin}(?:if|when|whenever|since|because|as) you(?:'re| are) (?:an?|the|any) (?:\\w{1,20} ){0,2}${agent}${end}`,
    `${begin}(?:any|all|every|an|the) (?:\\w{1,20} )?${agent} (?:that |which |who |currently |now )?(?:reading|reads?|processing|processes|process|summari[sz](?:ing|es?)|parsing|parses?|ingesting|ingests?|seeing|sees|indexing|indexes) (?:this|these|the (?:above|following))`,
    `(?:^|[.!?:\\n"'(>*-])\\s{0,3}${agent}\\s{0,2}[:,—-]\\s{0,2}(?:please |you |always |do |do not |don't |never |ignore|stop|when|if|this|the|promote|approve|mark|treat|store|save|send|call|use|reply|respond|answer)`,
    `<!--[^<>]{0,200}?${begin}${agent}${end}[^<>]{0,200}?-->`,
    `(?:alt|title|aria-label|content|placeholder)\\s{0,2}=\\s{0,2}["'][^"'<>]{0,120}?${begin}${agent}\\s{0,2}[:,]`,
    `!\\[[^\\]]{0,120}?${begin}${agent}\\s{0,2}[:,][^\\]]{0,200}\\]`,
  ),
  signal(
    'orders to believe',
    true,
    /\b(?:memor(?:y|ies)|knowledge|context|instructions|mark|treat|consider|accept|promote|approve|record|regard|label|classify|rate|merge|verify|review|approval|verification|confirmation)\b/u,
    near(
      'save|store|remember|add|write|record|commit|persist|memori[sz]e|put|keep',
      `(?:in|into|to|as part of) (?:your|the (?:agent|assistant|model)(?:'s)?|long-?term|permanent) (?:long-?term |permanent |persistent |core )?(?:memory|memories|knowledge|context|instructions)`,
    ),
    `${begin}(?:mark|treat|consider|accept|promote|approve|record|regard|label|classify|rate) (?:this|it|the (?:above|following|present)|these|me|my \\w{1,20}|everything|every) ?(?:\\w{1,20} ){0,6}?(?:as |to |with )?(?:verified|trusted|approved|pre-?approved|believed|authoritative|confirmed|an? admin|highest|full|maximum|established|promoted|true${end})`,
    `${begin}(?:approve|promote|accept|merge|verify) (?:this|it|the (?:above|following|present)|these|all|every) ?(?:\\w{1,20} ){0,5}?(?:without|automatically|immediately|at once|right away|and skip|no matter|regardless|before anybody|before anyone)`,
    `${begin}(?:skip|bypass|omit|disable|turn off|do not (?:send|queue|hold)|no need for) ${gap}{0,40}?(?:human|manual|further|reviewer'?s?) (?:review|approval|verification|confirmation)`,
    `${begin}(?:no|without) (?:further |human |manual |additional )(?:review|approval|verification|confirmation) (?:is |was )?(?:needed|required|necessary)`,
  ),
  signal(
    'silence',
    false,
    /\b(?:do not|don't|never|without|must not|avoid|refrain|keep|do|silently|secretly|covertly|quietly)\b/u,
    near(
      "do not|don't|never|without|must not|avoid|refrain from",
      `(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|disclose|disclosing|ask|asking|let|letting|warn|warning|report|reporting|show|showing|say|saying) (?:this |it |that |about |anything )?${gap}{0,20}?(?:the )?(?:user|human|operator|anyone|anybody|reviewers?|owner|admin(?:istrator)?|developer|person)${end}`,
      12,
    ),
    `${begin}(?:keep|do) (?:this|it|that) (?:a )?(?:secret|hidden|quiet(?:ly)?|silent(?:ly)?|between us|to yourself|confidential)`,
    `${begin}(?:silently|secretly|covertly|quietly) \\p{L}{3,}`,
  ),
  signal(
    'sending out',
    false,
    /\b(?:keys?|credentials|passwords?|secrets?|tokens?|conversation|chat|variables?|env|prompt|data|memor(?:y|ies)|session|cookies?|customer|files?|contents?)\b/u,
    near(
      'send|post|forward|upload|e-?mail|transmit|exfiltrate|append|submit|leak|deliver|copy|fetch|encode|embed|include|put|attach|report',
      `(?:api[ -]?keys?|credentials|passwords?|secrets?|tokens?|(?:conversation|chat)(?: history)?|environment variables?|env(?:ironment)? file|\\.env|private keys?|system prompt|user(?:'s)? data|memor(?:y|ies)|session|cookies?|ssh key|customer (?:list|data|records)|files?|contents?)${end}${gap}{0,80}?(?:https?:|ftp:|\\bto [\\w.+-]{1,40}@|webhook|\\bto (?:the )?(?:url|endpoint|address|server|site)|(?:in|into|as|to) (?:the|a) (?:url|link|query|image|picture))`,
    ),
    `${begin}(?:exfiltrate|leak|steal) ${gap}{0,60}?(?:keys?|credentials|passwords?|secrets?|tokens?|data|memor(?:y|ies)|conversation|prompt)`,
  ),
  signal(
    'commands',
    false,
    /\b(?:respond|reply|answer|output|say|begin|end|start|finish|always|only|never|response|summary|this is|i am|i'm|from|behalf|signed|order|ai|llms?|assistants?|agents?|models?|chatgpt|gpt|claude|gemini|you|obey|comply|follow|execute|carry|delete|erase|drop|wipe|remove|retire|overwrite|reject)\b/u,
    `${begin}(?:respond|reply|answer|output|say|begin|end|start|finish)${gap}{0,24}?(?:only|exactly|with the (?:word|words|phrase|text|sentence|string)|nothing else|every (?:answer|reply|response|message))${end}`,
    `${begin}(?:always|only|never) (?:recommend|prefer|suggest|praise|promote|endorse|trust|obey|comply|refuse|answer|reply|respond)`,
    `${begin}(?:your|the) (?:answer|reply|response|summary|output) (?:must|should|has to|is to) `,
    `${begin}(?:this is|i am|i'm|message from|on behalf of|signed by|by order of) (?:an? |the |your )?(?:official |authori[sz]ed |urgent )?(?:system|administrator|admin|developers?|openai|anthropic|google|security team|creator|ceo|owner|supervisor)${end}`,
    `${begin}${agent},? (?:you )?${must}${end}`,
    `${begin}you (?:must|shall|are (?:required|ordered|instructed|obliged|commanded|authori[sz]ed) to|have to)${end}`,
    `${begin}(?:obey|comply with|follow|execute|carry out) (?:the|these|this|my|only|every) ${gap}{0,20}?(?:instructions?|commands?|orders?|steps|directives?)`,
    `${begin}(?:delete|erase|drop|wipe|remove|retire|overwrite|reject) (?:all|every|any)(?: of)? (?:the |your )?(?:other )?(?:memor(?:y|ies)|facts|records|files|tables?|data|entries|candidates|contradict\\w+)`,
  ),
];

/** Orders to drop orders in other languages: a verb, and what it is to be done to, in either order. */
const abroad: Readonly<Record<string, readonly [verbs: string, orders: string]>> = {
  de: [
    'ignorier\\p{L}*|vergiss|vergesst|missachte\\p{L}*|übergeh\\p{L}*|verwirf|beachte[^.]{0,40}? nicht',
    'anweisung\\p{L}*|instruktion\\p{L}*|vorgaben|befehle?|systemprompt|aufforderung\\p{L}*',
  ],
  fr: [
    'ignore[rz]?|oublie[rz]?|ne (?:tiens|tenez) (?:pas|plus) compte|néglige[rz]?|fais abstraction|abandonne[rz]?',
    'instructions?|consignes?|directives?|prompt',
  ],
  es: [
    'ignora\\p{L}*|olvida\\p{L}*|descarta\\p{L}*|omite|omita|desobedece|no (?:sigas|hagas caso)|haz caso omiso',
    'instrucciones|indicaciones|órdenes|directrices|prompt',
  ],
  pt: [
    'ignor[ea]\\p{L}*|esque[cç]a\\p{L}*|desconsider[ea]\\p{L}*|descart[ea]\\p{L}*',
    'instruções|orientações|ordens|diretrizes|prompt',
  ],
  it: [
    'ignora\\p{L}*|dimentica\\p{L}*|trascura\\p{L}*|non (?:seguire|considerare)',
    'istruzioni|direttive|indicazioni|ordini|prompt',
  ],
  nl: ['negeer|vergeet|sla[^.]{0,40}? over', 'instructies|aanwijzingen|opdrachten|richtlijnen|prompt'],
  sv: ['ignorera|glöm|bortse från|strunta i', 'instruktion\\p{L}*|anvisning\\p{L}*|regler|direktiv|prompt'],
  pl: [
    'zignoruj\\p{L}*|ignoruj\\p{L}*|zapomnij\\p{L}*|pomiń',
    'instrukcj\\p{L}*|polece\\p{L}*|wytyczn\\p{L}*|prompt',
  ],
  cs: ['ignoruj\\p{L}*|zapomeň\\p{L}*', 'instrukc\\p{L}*|pokyn\\p{L}*|příkaz\\p{L}*'],
  ru: [
    'игнорир\\p{L}*|проигнорир\\p{L}*|забудь\\p{L}*|отбрось\\p{L}*|не (?:следуй|выполняй)\\p{L}*',
    'инструкц\\p{L}*|указани\\p{L}*|правил\\p{L}*|команд\\p{L}*|промпт\\p{L}*',
  ],
  uk: [
    'ігноруй\\p{L}*|проігноруй\\p{L}*|забудь\\p{L}*',
    'інструкц\\p{L}*|вказівк\\p{L}*|правил\\p{L}*|промпт\\p{L}*',
  ],
  tr: [
    'yok say\\p{L}*|görmezden gel\\p{L}*|unut\\p{L}*|dikkate alma\\p{L}*',
    'talimat\\p{L}*|yönerge\\p{L}*|kural\\p{L}*|komut\\p{L}*',
  ],
  zh: ['忽略|無視|无视|忘记|忘記|忽視|忽视|不要遵[循守]|不用理会', '指令|指示|提示|规则|規則|说明|說明|要求'],
  ja: ['無視|忘れ|従わない', '指示|命令|プロンプト|ルール|規則|説明'],
  ko: ['무시|잊어|따르지', '지시|명령|프롬프트|규칙|지침'],
  ar: ['تجاهل|انس|لا تتبع', 'تعليمات|التعليمات|الأوامر|أوامر|القواعد|التوجيهات'],
  hi: ['अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा|उपेक्षा', 'निर्देश|आदेश|नियम'],
  vi: ['bỏ qua|phớt lờ|quên', 'hướng dẫn|chỉ dẫn|lệnh|chỉ thị'],
  id: ['abaikan|lupakan', 'instruksi|perintah|petunjuk|aturan'],
};

const ordersAbroad = signal(
  'orders to drop orders',
  true,
  new RegExp(
    Object.values(abroad)
      .map(([, orders]) => orders)
      .join('|'),
    'u',
  ),
  ...Object.values(abroad).flatMap(([verbs, orders]) => [
    `(?:${verbs})${gap}{0,50}?(?:${orders})`,
    `(?:${orders})${gap}{0,40}?(?:${verbs})`,
  ]),
);

/** Terms of prompts in ROT13, and in words that were joined from single letters. */
const disguised: Signal = signal(
  'orders in disguise',
  true,
  /vafgehpgvba|cebzcg|ehyrf|instruction|prompt|rules|guideline|snoitcurtsni|tpmorp|erongi/u,
  '\\b(?:vtaber|qvfertneq|bireevqr)\\b[^.]{0,40}?\\b(?:vafgehpgvbaf?|cebzcg|ehyrf)\\b',
  '(?:ignore|disregard|forget|override|bypass)\\p{L}{0,24}(?:instructions?|prompts?|rules|guidelines)',
  '\\b(?:snoitcurtsni|tpmorp metsys|erongi)\\b',
);

export const signals: readonly Signal[] = [...structure, ...wording, ordersAbroad, disguised];
