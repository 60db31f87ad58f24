/** The mail with answers that a visitor has not read, in their language. */
import { type Language, language } from "@parley/contract/sessions";

type Texts = {
  subject: string;
  lead: string;
  file: string;
  button: string;
  note: string;
  stop: string;
  stopped: string;
  stopAsk: string;
};

export const mailTexts: Record<Language, Texts> = {
  en: {
    subject: "{company} has answered you",
    lead: "{company} has answered you since you left:",
    file: "(a file)",
    button: "Continue the conversation",
    note: "The link works once and for 30 days.",
    stop: "No more mails about this conversation:",
    stopAsk: "Stop these mails",
    stopped: "You get no more mails with answers.",
  },
  af: {
    subject: "{company} het u geantwoord",
    lead: "{company} het u geantwoord sedert u weg is:",
    file: "('n lêer)",
    button: "Gaan voort met die gesprek",
    note: "Die skakel werk een keer en vir 30 dae.",
    stop: "Geen e-posse meer oor hierdie gesprek nie:",
    stopAsk: "Stop hierdie e-posse",
    stopped: "U kry nie meer e-posse met antwoorde nie.",
  },
  bg: {
    subject: "{company} ви отговори",
    lead: "{company} ви отговори, след като излязохте:",
    file: "(файл)",
    button: "Продължете разговора",
    note: "Връзката работи веднъж и е валидна 30 дни.",
    stop: "Без повече писма за този разговор:",
    stopAsk: "Спрете тези писма",
    stopped: "Повече няма да получавате писма с отговори.",
  },
  tr: {
    subject: "{company} size yanıt verdi",
    lead: "{company} siz ayrıldıktan sonra yanıt verdi:",
    file: "(bir dosya)",
    button: "Konuşmaya devam edin",
    note: "Bağlantı bir kez ve 30 gün boyunca çalışır.",
    stop: "Bu konuşma hakkında e-posta almak istemiyorum:",
    stopAsk: "Bu e-postaları durdur",
    stopped: "Artık yanıt içeren e-posta almayacaksınız.",
  },
  es: {
    subject: "{company} le ha respondido",
    lead: "{company} le ha respondido desde que salió:",
    file: "(un archivo)",
    button: "Continuar la conversación",
    note: "El enlace funciona una vez y durante 30 días.",
    stop: "No recibir más correos sobre esta conversación:",
    stopAsk: "Dejar de recibir estos correos",
    stopped: "No recibirá más correos con respuestas.",
  },
  ru: {
    subject: "{company}: вам ответили",
    lead: "С тех пор как вы ушли, {company} ответила вам:",
    file: "(файл)",
    button: "Продолжить разговор",
    note: "Ссылка действует один раз и в течение 30 дней.",
    stop: "Больше не присылать письма об этом разговоре:",
    stopAsk: "Не присылать эти письма",
    stopped: "Вы больше не будете получать письма с ответами.",
  },
  nl: {
    subject: "{company} heeft u geantwoord",
    lead: "{company} heeft u geantwoord sinds u weg bent:",
    file: "(een bestand)",
    button: "Ga verder met het gesprek",
    note: "De link werkt één keer en 30 dagen lang.",
    stop: "Geen e-mails meer over dit gesprek:",
    stopAsk: "Stop deze e-mails",
    stopped: "U krijgt geen e-mails met antwoorden meer.",
  },
  ja: {
    subject: "{company} から返信がありました",
    lead: "ご退席後に {company} から返信がありました：",
    file: "（ファイル）",
    button: "会話を続ける",
    note: "このリンクは1回のみ、30日間有効です。",
    stop: "この会話に関するメールの配信を停止する：",
    stopAsk: "メールの配信を停止する",
    stopped: "今後、返信のメールは届きません。",
  },
};

export function textsFor(tag: string): { lang: Language; texts: Texts } {
  const lang = language.safeParse(tag).data ?? "en";
  return { lang, texts: mailTexts[lang] };
}

export const fillCompany = (text: string, company: string): string =>
  text.replace("{company}", () => company);
