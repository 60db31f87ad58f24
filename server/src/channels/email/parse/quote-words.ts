/** Words that mail clients write above a quoted mail, in the languages of mails. They are compared in lower case. */

/** The verb of "On … Ann wrote:". */
export const wroteWords = [
  ...["wrote", "writes"],
  ...["geskryf", "skryf"],
  ...["написа", "пише"],
  ...["yazdı", "yazmış", "yazmıştır"],
  ...["escribió", "escribio", "ha escrito"],
  ...["написал", "написала", "написал(а)", "писал", "писал(а)", "пишет"],
  ...["schreef", "geschreven", "schreef het volgende"],
  ...["のメール", "のメッセージ", "が書きました", "は書きました", "書きました", "写道", "寫道", "작성"],
  ...["написав", "написав(ла)", "написав(-ла)", "написав(-ла) таке", "написав (-ла)"],
  ...["schrieb", "schrieb am", "geschrieben", "schrieb folgendes"],
  ...["a écrit", "écrit"],
  ...["napisał", "napisała", "napisał(a)", "pisze", "napsal", "napsal(a)"],
  ...["ha scritto", "scritto", "scrive"],
  ...["escreveu", "escreveu o seguinte"],
  ...["skrev", "kirjoitti"],
];

/** The first line of a header block. */
export const fromWords = [
  ...["from", "van", "от", "kimden", "gönderen", "de", "remitente", "отправитель", "差出人", "送信者"],
  ...[
    "від",
    "von",
    "expéditeur",
    "od",
    "da",
    "mittente",
    "remetente",
    "fra",
    "från",
    "发件人",
    "寄件者",
    "보낸 사람",
  ],
  ...["lähettäjä", "feladó", "de la", "από"],
];

/** The other lines of a header block. */
export const headerWords = [
  ...["sent", "date", "to", "cc", "subject", "reply-to", "importance", "attachments", "when"],
  ...["gestuur", "datum", "aan", "onderwerp", "afskrif"],
  ...["изпратено", "дата", "до", "относно", "копие", "тема", "към"],
  ...["gönderildi", "gönderme tarihi", "gönderilme tarihi", "tarih", "kime", "alıcı", "bilgi", "konu"],
  ...["enviado", "enviado el", "enviada", "fecha", "para", "asunto"],
  ...["отправлено", "кому", "копия", "время"],
  ...["verzonden", "verstuurd"],
  ...["送信日時", "日付", "日時", "宛先", "件名", "受信者"],
  ...["надіслано", "відправлено", "копія"],
  ...["gesendet", "an", "betreff", "kopie"],
  ...["envoyé", "envoyé le", "à", "objet"],
  ...["wysłano", "do", "temat", "data", "dw"],
  ...["message du", "copie", "copie à", "sujet", "dato", "kopi", "lähetetty", "vastaanottaja", "aihe"],
  ...["odesláno", "komu", "předmět", "predmet", "küldve", "címzett", "tárgy", "trimis", "către", "subiect"],
  ...["ημερομηνία", "αποστολή", "προς", "θέμα", "主旨", "日期", "收件者"],
  ...["inviato", "a", "oggetto", "enviada em", "enviado em", "assunto"],
  ...[
    "sendt",
    "til",
    "emne",
    "skickat",
    "till",
    "ämne",
    "发送时间",
    "收件人",
    "主题",
    "보낸 날짜",
    "받는 사람",
    "제목",
  ],
];

/** The words for the subject, which only a mail has. */
export const subjectWords = [
  ...["subject", "onderwerp", "относно", "тема", "konu", "asunto", "件名", "betreff", "objet", "sujet"],
  ...["temat", "oggetto", "assunto", "emne", "ämne", "主题", "主旨", "제목", "předmět", "predmet", "tárgy"],
  ...["subiect", "aihe", "θέμα"],
];

/** The words between dashes above a quoted mail. */
export const originalWords = [
  ...[
    "original message",
    "original appointment",
    "reply message",
    "oorspronklike boodskap",
    "oorspronklike bericht",
  ],
  ...[
    "оригинално съобщение",
    "първоначално съобщение",
    "orijinal mesaj",
    "orijinal ileti",
    "özgün ileti",
    "özgün mesaj",
  ],
  ...["mensaje original", "исходное сообщение", "оригинальное сообщение", "oorspronkelijk bericht"],
  ...[
    "oorspronkelijke bericht",
    "元のメッセージ",
    "original mail",
    "вихідне повідомлення",
    "оригінальне повідомлення",
  ],
  ...[
    "ursprüngliche nachricht",
    "originalnachricht",
    "original-nachricht",
    "ursprüngliche mail",
    "message d'origine",
    "message d’origine",
    "message original",
  ],
  ...["wiadomość oryginalna", "oryginalna wiadomość", "messaggio originale", "mensagem original"],
  ...["oprindelig meddelelse", "oprindelig besked", "oprindelig mail", "opprinnelig melding"],
  ...[
    "ursprungligt meddelande",
    "originalmeddelande",
    "alkuperäinen viesti",
    "původní zpráva",
    "pôvodná správa",
  ],
  ...[
    "původní e-mail",
    "eredeti üzenet",
    "mesaj original",
    "mesajul original",
    "αρχικό μήνυμα",
    "izvorna poruka",
  ],
  ...[
    "originalna poruka",
    "izvirno sporočilo",
    "원본 메시지",
    "原始邮件",
    "原始郵件",
    "邮件原件",
    "original e-mail",
  ],
];

/** The words between dashes, or alone on a line, above a forwarded mail, whose content the sender wants read. */
export const forwardedWords = [
  ...[
    "forwarded message",
    "forwarded by",
    "begin forwarded message",
    "aangestuurde boodskap",
    "doorgestuurde boodskap",
  ],
  ...[
    "препратено съобщение",
    "начало на препратеното съобщение",
    "yönlendirilen ileti",
    "iletilen mesaj",
    "iletilmiş mesaj",
    "yönlendirilmiş mesaj",
  ],
  ...[
    "mensaje reenviado",
    "inicio del mensaje reenviado",
    "пересылаемое сообщение",
    "пересланное сообщение",
    "начало пересылаемого сообщения",
  ],
  ...[
    "doorgestuurd bericht",
    "begin doorgestuurd bericht",
    "転送メッセージ",
    "転送されたメッセージ",
    "переслане повідомлення",
  ],
  ...[
    "weitergeleitete nachricht",
    "anfang der weitergeleiteten nachricht",
    "message transféré",
    "début du message transféré",
    "début du message réexpédié",
  ],
  ...[
    "przekazana wiadomość",
    "wiadomość przekazana",
    "messaggio inoltrato",
    "inizio messaggio inoltrato",
    "mensagem encaminhada",
    "início da mensagem encaminhada",
  ],
  ...["videresendt besked", "videresendt meddelelse", "videresendt melding", "vidarebefordrat meddelande"],
  ...[
    "välitetty viesti",
    "přeposlaná zpráva",
    "továbbított üzenet",
    "mesaj redirecționat",
    "proslijeđena poruka",
  ],
  ...["προωθημένο μήνυμα", "转发邮件", "轉寄郵件", "전달된 메시지"],
];

/** The prefix of a forwarded mail's subject. */
export const forwardPrefix =
  /^\s*(?:fwd?|wg|tr|rv|rif|doorst|deurgestuur|ilt|i̇lt|пр|пересл|пересылка|препр|pd|enc|res enc|i|vs|vb|fs|転送)\s*[:：]/iu;
