/** Mails whose quotes are headed as mail programs do it in many languages. */

export type ClientWords = {
  /** The text that a client writes as an answer. */
  answer: string;
  gmail: string;
  apple?: string;
  thunderbird: string;
  /** The words for From, Sent, To, Subject. */
  outlook: [string, string, string, string];
  original: string;
  /** The line "---------- … ---------" above a forwarded mail. */
  forwarded: string;
  phone: string[];
};

const who = "Desk Help <help@desk.example>";

export const clientWords: Record<string, ClientWords> = {
  en: {
    answer: "The number is 1042, thank you.",
    gmail: `On Mon, Mar 2, 2026 at 10:15 AM ${who} wrote:`,
    apple: `On 2 Mar 2026, at 10:15, ${who} wrote:`,
    thunderbird: "On 3/2/26 10:15, Desk Help wrote:",
    outlook: ["From", "Sent", "To", "Subject"],
    original: "Original Message",
    forwarded: "Forwarded message",
    phone: [
      "Sent from my iPhone",
      "Get Outlook for Android<https://aka.example/AAb9>",
      "Sent from Yahoo Mail on Android",
      "Sent with Proton Mail secure email.",
    ],
  },
  af: {
    answer: "Die nommer is 1042, baie dankie.",
    gmail: `Op Ma 02 Mrt. 2026 om 10:15 het ${who} geskryf:`,
    thunderbird: "Op 2026/03/02 10:15 het Desk Help geskryf:",
    outlook: ["Van", "Gestuur", "Aan", "Onderwerp"],
    original: "Oorspronklike boodskap",
    forwarded: "Aangestuurde boodskap",
    phone: ["Gestuur vanaf my iPhone"],
  },
  bg: {
    answer: "Номерът е 1042, благодаря.",
    gmail: `На пн, 2.03.2026 г. в 10:15 ${who} написа:`,
    apple: `На 2.03.2026 г., в 10:15, ${who} написа:`,
    thunderbird: "На 2.03.26 г. в 10:15, Desk Help написа:",
    outlook: ["От", "Изпратено", "До", "Относно"],
    original: "Оригинално съобщение",
    forwarded: "Препратено съобщение",
    phone: ["Изпратено от моя iPhone"],
  },
  tr: {
    answer: "Numara 1042, teşekkür ederim.",
    gmail: `${who}, 2 Mar 2026 Pzt, 10:15 tarihinde şunu yazdı:`,
    apple: `${who} şunları yazdı (2 Mar 2026 10:15):`,
    thunderbird: "2.03.2026 10:15 tarihinde Desk Help yazdı:",
    outlook: ["Kimden", "Gönderildi", "Kime", "Konu"],
    original: "Özgün İleti",
    forwarded: "Yönlendirilen ileti",
    phone: ["iPhone’umdan gönderildi", "Samsung Galaxy akıllı telefonumdan gönderildi."],
  },
  es: {
    answer: "El número es el 1042, gracias.",
    gmail: `El lun, 2 mar 2026 a las 10:15, Desk Help (<help@desk.example>) escribió:`,
    apple: `El 2 mar 2026, a las 10:15, ${who} escribió:`,
    thunderbird: "El 2/3/26 a las 10:15, Desk Help escribió:",
    outlook: ["De", "Enviado", "Para", "Asunto"],
    original: "Mensaje original",
    forwarded: "Mensaje reenviado",
    phone: ["Enviado desde mi iPhone", "Obtener Outlook para Android<https://aka.example/AAb9>"],
  },
  ru: {
    answer: "Номер 1042, спасибо.",
    gmail: `пн, 2 мар. 2026 г. в 10:15, ${who}:`,
    apple: `2 марта 2026 г., в 10:15, ${who} написал(а):`,
    thunderbird: "02.03.2026 10:15, Desk Help пишет:",
    outlook: ["От", "Отправлено", "Кому", "Тема"],
    original: "Исходное сообщение",
    forwarded: "Пересылаемое сообщение",
    phone: ["Отправлено с iPhone", "Отправлено из мобильной Почты Mail"],
  },
  nl: {
    answer: "Het nummer is 1042, bedankt.",
    gmail: `Op ma 2 mrt 2026 om 10:15 schreef ${who}:`,
    apple: `Op 2 mrt. 2026, om 10:15 heeft ${who} het volgende geschreven:`,
    thunderbird: "Op 02-03-2026 om 10:15 schreef Desk Help:",
    outlook: ["Van", "Verzonden", "Aan", "Onderwerp"],
    original: "Oorspronkelijk bericht",
    forwarded: "Doorgestuurd bericht",
    phone: ["Verstuurd vanaf mijn iPhone", "Verzonden vanaf Outlook voor Android<https://aka.example/AAb9>"],
  },
  ja: {
    answer: "番号は1042です。よろしくお願いします。",
    gmail: `2026年3月2日(月) 10:15 ${who}:`,
    apple: `2026/03/02 10:15、${who}のメール:`,
    thunderbird: "On 2026/03/02 10:15, Desk Help wrote:",
    outlook: ["差出人", "送信日時", "宛先", "件名"],
    original: "元のメッセージ",
    forwarded: "転送メッセージ",
    phone: ["iPhoneから送信", "Yahoo!メールから送信されました。"],
  },
  uk: {
    answer: "Номер 1042, дякую.",
    gmail: `пн, 2 бер. 2026 р. о 10:15 ${who} пише:`,
    apple: `2 бер. 2026 р. о 10:15 ${who} пише:`,
    thunderbird: "02.03.26 10:15, Desk Help пише:",
    outlook: ["Від", "Надіслано", "Кому", "Тема"],
    original: "Оригінальне повідомлення",
    forwarded: "Переслане повідомлення",
    phone: ["Надіслано з iPhone"],
  },
  de: {
    answer: "Die Nummer ist 1042, danke.",
    gmail: `Am Mo., 2. März 2026 um 10:15 Uhr schrieb ${who}:`,
    apple: `Am 02.03.2026 um 10:15 schrieb ${who}:`,
    thunderbird: "Am 02.03.26 um 10:15 schrieb Desk Help:",
    outlook: ["Von", "Gesendet", "An", "Betreff"],
    original: "Ursprüngliche Nachricht",
    forwarded: "Weitergeleitete Nachricht",
    phone: ["Von meinem iPhone gesendet", "Gesendet von Outlook für Android<https://aka.example/AAb9>"],
  },
  fr: {
    answer: "Le numéro est 1042, merci.",
    gmail: `Le lun. 2 mars 2026 à 10:15, ${who} a écrit :`,
    apple: `Le 2 mars 2026 à 10:15, ${who} a écrit :`,
    thunderbird: "Le 02/03/2026 à 10:15, Desk Help a écrit :",
    outlook: ["De", "Envoyé", "À", "Objet"],
    original: "Message d'origine",
    forwarded: "Message transféré",
    phone: ["Envoyé de mon iPhone", "Télécharger Outlook pour Android<https://aka.example/AAb9>"],
  },
  pl: {
    answer: "Numer to 1042, dziękuję.",
    gmail: `pon., 2 mar 2026 o 10:15 ${who} napisał(a):`,
    apple: `Wiadomość napisana przez ${who} w dniu 2 mar 2026, o godz. 10:15:`,
    thunderbird: "W dniu 2.03.2026 o 10:15, Desk Help pisze:",
    outlook: ["Od", "Wysłano", "Do", "Temat"],
    original: "Wiadomość oryginalna",
    forwarded: "Przekazana wiadomość",
    phone: ["Wysłane z iPhone’a"],
  },
  it: {
    answer: "Il numero è 1042, grazie.",
    gmail: `Il giorno lun 2 mar 2026 alle ore 10:15 ${who} ha scritto:`,
    apple: `Il giorno 2 mar 2026, alle ore 10:15, ${who} ha scritto:`,
    thunderbird: "Il 02/03/26 10:15, Desk Help ha scritto:",
    outlook: ["Da", "Inviato", "A", "Oggetto"],
    original: "Messaggio originale",
    forwarded: "Messaggio inoltrato",
    phone: ["Inviato da iPhone", "Scarica Outlook per Android<https://aka.example/AAb9>"],
  },
  pt: {
    answer: "O número é 1042, obrigada.",
    gmail: `Em seg., 2 de mar. de 2026 às 10:15, ${who} escreveu:`,
    apple: `Em 2 de mar. de 2026, à(s) 10:15, ${who} escreveu:`,
    thunderbird: "Em 02/03/2026 10:15, Desk Help escreveu:",
    outlook: ["De", "Enviado", "Para", "Assunto"],
    original: "Mensagem original",
    forwarded: "Mensagem encaminhada",
    phone: ["Enviado do meu iPhone"],
  },
};
