/**
 * Notions that texts for agents speak of, and their words in some twenty languages; `*` stands for any ending. One of them
 * says nothing yet: the weights of notions that meet do (`weights.ts`).
 */
export const lexicon = {
  you: `
    you, your, yours, yourself, you're, you've, u, du, dir, dich, dein*, tu, toi, tes, ton, ta, te, vous,
    vos, votre, tú, tus, usted, você, vocês, seu, sua, teu, jij, je, jouw, dig, din, dina, dine, deg, ty,
    ci, twoj*, swoj*, tobie, ciebie, tebe, ты, тебе, тебя, тво*, сво*, вам, вас, ти, εσύ, σου, sen, senin,
    kamu, anda, bạn, mày, sinä, sinun, neked, אתה, שלך, तुम, तुम्हें, आप, अपना, अपने, تو, شما, أنت, انت,
    لك, you'll`,
  agent: `
    ai, ais, a.i., llms, llm, language models, language model, models, model, assistants, assistant,
    agents, agent, bots, bot, chat bots, chat bot, chatbots, chatbot, copilot, chatgpt, gpt, claude,
    gemini, summarisers, summariser, summarizers, summarizer, crawlers, crawler, automated readers,
    automated reader, sprachmodell, assistent*, assistente, asistente, asystent*, yapay zeka, ассистент*,
    модель, бот, modelo, modèle, ki, ia`,
  drop: `
    jätä huomiotta, hagyd figyelmen, ignorați,
    ignor*, disregard*, forget, overrid*, overrul*, bypass*, discard*, abandon, neglect, dismiss, void,
    revok*, cancel*, drop, set aside, put aside, to one side, let go, empty, wipe, clear,
    remove, replace, lift*, suspend*, expired, expire, withdrawn, obsolete, out of date, outdated,
    superseded, no longer, any longer, any more, anymore, not apply, stop, skip, switched off, disabled,
    disable, turn off, without, free from, free of, not bound, vergiss, vergesst, vergessen, missacht*,
    übergeh*, verwirf, beiseite, nicht mehr, ungültig, oublier, oubliez, oublie, négliger, négligez,
    néglige, abstraction, abandonner, abandonnez, abandonne, suspendu*, olvid*, descart*, omite,
    omita, caso omiso, esquec*, esqueç*, desconsider*, dimentic*, trascur*, da parte, negeer, vergeet,
    niet meer, ignorera, glöm*, bortse, strunta, inte längre, glem*, unohda, zignoruj, ignoruj, zapomnij,
    pomiń, zapomeň, felejts*, uita, uită, nu mai, игнорир*, проигнорир*, забуд*, отбрось*, ігноруй, забудь,
    ξέχασε, αγνόησε, yok say*, görmezden, unut*, dikkate alma, abaikan, lupakan, bỏ qua, quên, phớt lờ,
    שכח, התעלם, تجاهل, انس, انسى, भूल, अनदेखा, नज़रअंदाज़, فراموش, نادیده`,
  orders: `
    instructions, instruction, prompts, prompt, rules, rule, guidelines, guideline, directives, directive,
    guidance, policy, policies, restrictions, restriction, constraints, constraint, limits, limit,
    limitations, limitation, safeguards, safeguard, guardrails, guardrail, filters, filter, orders, order,
    brief, briefing, programming, training, configuration, setup, commands, command, objective, task,
    anweisung*, instruktion*, vorgaben, vorgabe, regeln, regel, befehle, befehl, systemprompt,
    systemnachricht, consignes, consigne, règles, règle, instrucci*, indicaci*, reglas, regla, órdenes,
    directrices, restricciones, instruç*, orientaç*, regras, regra, ordens, diretrizes, limites, limite,
    istruzion*, regola, regole, direttive, instructies, aanwijzingen, regels, richtlijnen,
    instruktioner, anvisningar, regler, reglerna, reglene, ohje*, säännöt, instrukcj*, polece*, zasad*,
    ogranicze*, instrukc*, pokyn*, omezen*, utasítás*, szabály*, regulile, instrucțiun*, инструкц*,
    указани*, правил*, команд*, ограничени*, промпт*, інструкц*, вказівк*, обмежен*, οδηγίες, κανόνες,
    talimat*, yönerge*, kural*, komut*, instruksi, perintah, aturan, hướng dẫn, chỉ dẫn, lệnh, quy tắc,
    הוראות, ההוראות, כללים, تعليمات, التعليمات, الأوامر, القواعد, निर्देश*, नियम*, प्रॉम्प्ट, دستورات,
    دستورالعمل, قوانین`,
  before: `
    previous, previously, prior, preceding, earlier, above, existing, initial, original, were given,
    were told, been told, was given, you were, you had, you got, started with, came with, received,
    reached, at the start, so far, before, until now, up to, bisher*, vorher*, zuvor, früher*, obig*,
    précédent*, reçu*, avant, anterior*, antes, recibi*, recebe*, precedent*, ricevut*, eerdere, vorige,
    tidigare, föregående, tidligere, aiem*, poprzedni*, wcześniej*, předchozí*, korábbi*, primit*,
    anterioare, предыдущ*, прежн*, раньше, ранее, выше, попередн*, προηγούμεν*, önceki, sebelumnya, trước,
    הקודמות, السابقة, पहले, पिछले, قبلی`,
  after: `
    from now on, from now, as of now, as from, henceforth, hereafter, from here on, from this *,
    from today, for the rest, in future, in the future, later, next time, every later, permanently,
    forever, for ever, whenever, each time, each conversation, every conversation, all conversations,
    ab jetzt, ab hier, ab sofort, von nun an, künftig*, immer, für immer, jedes mal,
    à partir de maintenant, désormais, dorénavant, toujours, à chaque, desde ahora, a partir de ahora,
    en adelante, siempre, para siempre, a partir de agora, daqui em diante, sempre, ora in poi, da ora,
    vanaf nu, voortaan, altijd, från och med nu, hädanefter, alltid, fra nå av, fra nu af, altid,
    tästä lähtien, od teraz, zawsze, odteď, od teď, vždy, mostantól, de acum, mereu, отныне,
    с этого момента, навсегда, всегда, впредь, відтепер, завжди, από τώρα, bundan sonra, her zaman,
    mulai sekarang, selalu, từ bây giờ, từ giờ, luôn, מעכשיו, תמיד, من الآن, دائما, अब से, हमेशा,
    از این پس, همیشه`,
  always: `
    always, never, every, each, any, all, everything, whatever, nothing but, only, alles, immer, tout,
    todo, tudo, tutto, toda, cada, alla, wszystk*, všechno, všechny, tot, totul, все, всё, любые, каждый,
    кожен, her, semua, mọi, كل, हर, همه`,
  send: `
    send, post, forward, upload, e-mail, email, mail, transmit, exfiltrate, append, submit, leak, deliver,
    copy, encode, embed, include, attach, share, publish, make a request, render, turn it into,
    leave a copy, schick*, sende*, envoie*, envoyez, envíe, envía, enviar, envie, invia, stuur, verstuur,
    skicka, lähetä, wyślij, pošli, küldd, küldj, trimite, отправ*, надішли, στείλε, gönder*, kirim*, gửi,
    שלח, أرسل, भेज*, بفرست, ارسال`,
  secret: `
    keys, key, api keys, api key, passwords, password, tokens, token, credentials, credential, secrets,
    secret, private, .env, id_rsa, id_ed25519, environment, schlüssel, passw*, clés, clé, mots de passe,
    mot de passe, claves, clave, contraseñas, contraseña, chaves, chave, senhas, senha, chiavi, sleutels,
    wachtwoord*, nycklar*, lösenord, klucz*, hasł*, ключ*, парол*, anahtar*, şifre*, kunci, sandi, khóa,
    mật khẩu, المفاتيح, كلمة المرور, पासवर्ड, कुंजी`,
  place: `
    url, urls, link, links, webhook, address below, endpoint, adresse, lien, dirección, endereço,
    indirizzo, adres, adress, адрес*, adrese, alamat, địa chỉ, العنوان, image, picture, query`,
  mail: `
    `,
  prompt: `
    system prompt, system message, system instructions, system instruction, your prompt, hidden prompt,
    hidden briefing, your instructions, your guidelines, internal guidelines, internal rules,
    your own prompt, system prompts, systemprompts, systemprompt, systemnachricht, prompt système,
    directives internes, prompt de sistema, prompt do sistema, prompt di sistema, системн* промпт,
    системное сообщение, sistem mesajı*, sistem istemi, prompt sistem`,
  show: `
    reveal, print, repeat, show, output, disclose, display, dump, leak, recite, quote, translate, list,
    spell out, write out, word for word, verbatim, in full, paste, tell me, what does your, what is your,
    zeig*, schreibe, schreib, wiederhol*, montre*, affiche*, recopie*, répète*, muestra, muestre, revela,
    repite, mostre, mostra, ripeti, repita, toon, herhaal, visa, vis, näytä, pokaż, wypisz, zobraz, mutasd,
    arată, покаж*, выведи, напиши, покажи, δείξε, göster, yaz, tampilkan, tunjukkan, hiển thị, in ra, הצג,
    اعرض, اكتب, दिखाओ, दिखाएं, نشان`,
  conversation: `
    conversation, chat, session, transcript, context, context window, messages, reply, replies, answers,
    answer, response, responses, summary, output, gespräch*, antwort*, antworte, réponse, réponds,
    répondez, conversación, respuesta*, responde*, conversa, resposta*, responda, conversazione, rispost*,
    rispondi, gesprek, antwoord*, svar*, odpowie*, odpověd*, odpovídá*, válasz*, răspun*, ответ*, отвеча*,
    відповід*, απάντησε, cevap*, yanıt*, jawab*, trả lời, أجب, जवाब, उत्तर`,
  user: `
    users, user, the human, humans, human, operator, reviewers, reviewer, anyone, anybody, nutzer*,
    benutzer*, utilisateur*, usuario*, usuário*, utente, utenti, gebruiker*, användar*, bruker*, käyttäj*,
    użytkownik*, uživatel*, felhasználó*, utilizator*, пользовател*, користувач*, χρήστη*, kullanıcı*,
    pengguna, người dùng, המשתמש, المستخدم, उपयोगकर्ता, کاربر`,
  silence: `
    do not tell, don't tell, never tell, without telling, do not mention, don't mention, never mention,
    do not reveal, do not inform, do not let, do not show, do not say, silently, secretly, quietly,
    covertly, keep this, between us, nicht erwähn*, erwähne, sag* nichts, ne parle*, ne mentionne*, ne dis,
    no menciones, no mencione, no digas, no le digas, não conte, não mencione, não diga, non menzionare,
    non dire, non parlare, zeg niets, vertel niet, berätta inte, nämn inte, ikke fortell, ikke nevn,
    fortæl ikke, älä kerro, nie mów, nie wspominaj, neříkej, nezmiňuj, ne mondd, ne említsd, nu spune,
    nu menționa, не сообщай, не говори, не упоминай, не кажи, не повідомляй, μην πεις, bahsetme, söyleme,
    jangan beri, jangan katakan, đừng nói, không nói, אל תספר, לا تخبر, لا تذكر, मत बताओ, न बताएं, نگو`,
  remember: `
    remember, memorise, memorize, keep in mind, store, save, record, learn, note it, note down, write to,
    add to, add the following, persist, your memory, long-term, long term, your notes, your beliefs,
    your belief, what you know, merk* dir, merke, speicher*, retiens, mémorise*, souviens, enregistre,
    mémoire, recuerda, guarda, memoria, memoriza, lembre*, guarde, ricorda*, memorizza, onthoud, kom ihåg,
    husk, muista, zapamiętaj, zapamatuj, jegyezd, ține minte, reține, запомни*, запамятай, запам.ятай,
    θυμήσου, hatırla, aklında tut, kaydet, ingat*, simpan, ghi nhớ, hãy nhớ, זכור, تذكر, احفظ, याद रख*,
    به خاطر`,
  accept: `
    approves, approved, approve, promotes, promoted, promote, accepts, accepted, accept, confirms,
    confirmed, confirm, verify, verified, mark, treat, trusted, trust, believed, believe, consider, count,
    rate, score, sign, agree, settle, release, merge, freigeb*, bestätig*, genehmig*, geprüft, approuve*,
    valider, validez, valide, vérifié*, aprueb*, autoriz*, verificad*, aprov*, approv*, goedkeur*, keur,
    godkänn*, godkjen*, godkend*, hyväksy*, zatwierdź, zatwierdz*, schval*, hagyd jóvá, ellenőrz*, aprob*,
    одобр*, подтверд*, проверен*, схвал*, ενέκρινε, εγκρίνε*, onayla*, setujui, duyệt, chấp nhận, אשר,
    ואשר, وافق, ووافق, मंज़ूर, स्वीकार, تأیید, تایید`,
  noReview: `
    skip review, skips review, skip the review, skip the queue, needs no review, highest confidence, pin it,
    no second opinion, without waiting, without checks, right away, straight away, at once, never bring,
    without review, without asking, without check*, without question, unchecked, no review,
    needs no review, skip the, unreviewed, ohne prüfung, ohne rückfrage, sans vérif*, sans contrôle,
    sin revis*, sin preguntar, sem revis*, sem verific*, senza controll*, zonder controle, utan granskning,
    uten sjekk, bez pytania, bez sprawdz*, bez kontroly, ellenőrzés nélkül, fără verificare, без проверки,
    без перевірки, χωρίς έλεγχο, kontrol etmeden, tanpa pemeriksaan, tanpa memeriksa, không kiểm tra,
    mà không, ללא בדיקה, دون مراجعة, بدون مراجعة, बिना जाँच, बिना, بدون بررسی`,
  role: `
    admin, administrator, root, unrestricted, unfiltered, no policy, no rules, no filters, no filter,
    without filters, without filter, without rules, without restrictions, reviewer, developer, debug mode,
    maintenance mode, the owner, auditor, persona, character, game, story, scenario, in which you,
    a model called, your name is, called, administrador, administrateur, amministratore, administratör,
    administrator*, администратор*, адміністратор*, yönetici, quản trị viên, مدير, व्यवस्थापक, مدیر,
    sin restricciones, sem limites, sans restriction*, bez ogranicz*, без ограничен*, revisor, grenzen,
    einschränkung*`,
  become: `
    act as, acts like, act like, behave, pretend, imagine, speak as, assume the, take on, play, you are,
    you have been, you hold, you now, be the, think of yourself, answer as, answer in the voice, your job,
    your role, your name, your other self, we will call you, switch to, bist jetzt, du bist, tu es,
    vous êtes, eres, actúas, actúa, você é, aja como, sei, agisci, je bent, jij bent, du är, du er, olet,
    jesteś, jsi, te vagy, ești, ты теперь, ты, ти, είσαι, sen artık, kamu adalah, anda adalah, bạn là, אתה,
    أنت, तुम, , `,
  thisText: `
    this note, this page, this line, this text, this document, this paragraph, this sentence, this file,
    this message, this entry, this record, this one, this source, this statement, this author, this link,
    this list, the text below, the textbelow, the following below, the followingbelow, the author below,
    the authorbelow, the page below, the pagebelow, the list below, the listbelow, the request below,
    the requestbelow, the below, following, what is written here, dieser text, diese text, dieser eintrag,
    diese eintrag, dieser notiz, diese notiz, dieser satz, diese satz, dieser dokument, diese dokument,
    diesen text, diesen eintrag, diesen satz, ce texte, ce document, ce message, cette note, cette fiche,
    cette page, cette phrase, este texto, esta texto, este nota, esta nota, este frase, esta frase,
    este mensaje, esta mensaje, este documento, esta documento, este registro, esta registro,
    este mensagem, esta mensagem, questo testo, questo documento, questa, deze tekst, deze notitie,
    den här, denne, detta, tę, tej notatce, tej wiadomości, tento, ezt, acest*, эту, этой, эти, этот, αυτή,
    bu not*, bu metin, bu kayıt, bu kaydı, ini, này, هذه, هذا, यह, इस, این, הזו, הזאת`,
  this: `
    `,
  tool: `
    tool, tools, function, shell, browser, terminal, sandbox, curl, mutation, file access, command line,
    api call`,
  run: `
    call, invoke, use, run, execute, open, click, trigger, browse`,
  own: `
    i am your, your developers, your developer, your creator, the operator, this outranks, outranks, wins,
    takes precedence, higher priority, overrides, instead`,
  ifAgent: `
    if you are, if you're, when you see, when you read, reading this, read this, describing this,
    processing this, wenn du, si vous êtes, si eres, se você, se sei, als je, om du, jeśli jesteś, если ты,
    eğer, jika kamu, nếu bạn, إذا كنت, अगर तुम`,
  reply: `
    answer, reply, respond, say, state, tell, begin your, start your, recommend, cite, rate, score, praise,
    persuade`,
  not: `
    not, don't, no, nor, nothing, cannot`,
  informed: `
    you were, you have been, you had been, you know, you remember, you learned, you got, you received,
    you started, you agreed, you already, you see, you saw, you can see, you can read, told you, gave you,
    given to you, loaded, asked of you, you are asked, you came across, were asked, placed on you`,
  itsOwn: `
    your reply, your answer, your answers, your next, your summary, your memory, your knowledge, your belief,
    your beliefs, your context, your environment, your sandbox, your shell, your developers, your developer,
    your operator, your deployment, your profile, your long-term, your notes, your setup, your own, your other,
    your prompt, your instructions, your rules, your guidelines, your policy, your configuration, your list,
    your hidden, your system, your internal, your current, your earlier, your standing, your real, your new,
    your task, your job, your role, your habit, your file, your tool, your tools, your email, your graphql`,
  named: `
    you are now, you are no, you now, you are a, you are an, you are the, you are in, you hold, you are not,
    you are root, you no longer, you may now, you refuse, you answer, your name is, we will call you,
    you have new, as the acting, as though you, as if you, suppose you, imagine you, i am your, in which you`,
  states: `
    is, are, was, were, has, had, tells, keeps, takes, says, asks, receives, gets, must not, may, can`,
  about: `
    attack*, injection*, test, tests, red team, phishing, incident*, refuse, refuses, quoted, said`,
  we: `
    we, our, us`,
  article: `
    the, a, an, our, we, i, she, he, it, they, die, der, das, le, la, les, el, los, o, os, il, de, het`,
  call: `
    mutation, action input, tool_call*, function_call*, curl, sudo`,
} as const;

/** The same in scripts that put no space between words: parts of a text. */
export const unspaced: Partial<Record<keyof typeof lexicon, string>> = {
  you: 'คุณ|你|您|あなた|お前|당신|너는|네가',
  agent: '助手|模型|人工智能|アシスタント|モデル|어시스턴트|모델|مساعد|سहायक',
  drop: 'ลืม|ละเว้น|เพิกเฉย|忽略|无视|無視|忘记|忘記|忽视|忽視|不要遵|不用理会|作废|忘れ|従わない|無効|무시|잊어|잊고|따르지|무효',
  orders:
    'คำสั่ง|กฎ|指令|指示|提示词|规则|規則|限制|命令|プロンプト|ルール|制約|지시|명령|프롬프트|규칙|지침|제한',
  before: 'ก่อนหน้า|之前|以前|先前|上面|以上|今まで|これまで|上記|이전|앞선|지금까지',
  after: 'จากนี้|从现在起|从现在开始|今后|以后|始终|永远|これから|今後|常に|지금부터|앞으로|항상',
  send: 'ส่ง|发送|發送|寄|上传|送信|送って|보내|전송',
  secret: '密钥|密碼|密码|口令|鍵|パスワード|秘密|비밀번호|키를',
  prompt: '系统提示|系統提示|提示词|システムプロンプト|시스템 프롬프트|시스템 메시지',
  show: 'แสดง|显示|顯示|输出|輸出|写出|告诉我|表示して|出力|教えて|출력|보여',
  conversation: '对话|對話|回答|回复|会話|답변|대화|대답',
  user: 'ผู้ใช้|用户|用戶|使用者|ユーザー|사용자',
  silence: 'อย่าบอก|不要告诉|别告诉|不要提|不要透露|伝えず|伝えないで|言わないで|알리지 말|말하지 마',
  remember: 'จำไว้|记住|記住|请记|牢记|覚えて|記憶|기억',
  accept: 'อนุมัติ|批准|审核|審核|通过|通過|验证|驗證|承認|승인|확인',
  noReview: '不要审核|无需审核|無需|未经|確認なし|確認せず|검토 없이|확인 없이',
  role: '管理员|管理員|管理者|관리자|没有限制|無制限|제한 없',
  become: 'คุณคือ|你是|你现在是|扮演|あなたは|になりき|として振る舞|당신은|너는',
  this: '这段|这条|此条|本文|この文|この記録|次の文|이 메모|이 글|이 문',
};
