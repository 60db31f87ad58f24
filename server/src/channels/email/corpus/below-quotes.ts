/** Text below a quote: answers stay, and lines that gateways and mailing lists append are folded away. */
import { alternative, deskMail, reply, type Sample, sample, text } from "./sample.ts";

const heading = "On 3/2/26 10:15, Desk Help wrote:";
const quote = `${heading}\n> Hello Olena,\n>\n> ${deskMail.text}\n>\n> Desk Help`;

const below = (name: string, content: string, shown: string, rest: string[] = [deskMail.text]) =>
  sample(`Below a quote: ${name}`, reply, text(content), {
    text: shown,
    ...(rest.length > 0 && { rest }),
    ticket: "same",
  });

const notices: Record<string, string> = {
  English:
    "This e-mail and any attachments are confidential and intended solely for the addressee.\nIf you have received it in error, please notify the sender and delete it.",
  Afrikaans:
    "Hierdie e-pos is vertroulik en slegs vir die geadresseerde bedoel.\nAs u dit per abuis ontvang het, laat weet asseblief die afsender en vee dit uit.",
  Bulgarian:
    "Това съобщение е поверително и е предназначено само за адресата.\nАко сте го получили по погрешка, моля, уведомете подателя и го изтрийте.",
  Turkish:
    "Bu e-posta gizli bilgiler içerebilir ve yalnızca alıcısına yöneliktir.\nYanlışlıkla aldıysanız lütfen göndereni bilgilendirin ve mesajı silin, kopyalamayın.",
  Spanish:
    "Este mensaje es confidencial y va dirigido exclusivamente a su destinatario.\nSi lo ha recibido por error, le rogamos que lo comunique al remitente y lo elimine.",
  Russian:
    "Это сообщение является конфиденциальным и предназначено только для адресата.\nЕсли вы получили его по ошибке, сообщите об этом отправителю и удалите его.",
  Dutch:
    "Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.\nHebt u het ten onrechte ontvangen, meld dit dan aan de afzender en verwijder het.",
  Japanese:
    "本メールには機密情報が含まれている場合があり、宛先の方のみを対象としています。誤って受信された場合は、送信者にご連絡のうえ、本メールを直ちに削除してください。無断での複製や転送はご遠慮ください。ご理解とご協力のほど、よろしくお願い申し上げます。当社は本メールの内容に責任を負いません。",
  Italian:
    "Le informazioni contenute in questa comunicazione sono riservate e destinate\nesclusivamente al destinatario. Se l'avete ricevuta per errore, vi preghiamo di cancellarla.",
  German:
    "Diese E-Mail ist vertraulich und nur für den Empfänger bestimmt.\nSollten Sie sie irrtümlich erhalten haben, löschen Sie sie bitte und informieren Sie uns.",
  French:
    "Ce message est confidentiel et destiné exclusivement à son destinataire.\nSi vous l'avez reçu par erreur, merci d'en avertir l'expéditeur et de le supprimer.",
};

const list = `_______________________________________________\nGarden mailing list\ngarden@lists.example\nhttps://lists.example/mailman/listinfo/garden\n`;
const long = Array.from({ length: 14 }, (_, line) => `> Step ${line + 1} of what you can try.`).join("\n");

export const belowQuotes: Sample[] = [
  ...Object.entries(notices).map(([language, notice]) =>
    below(
      `a notice of the company's gateway, ${language}`,
      `It is 1042.\n\n${quote}\n\n${notice}\n`,
      "It is 1042.",
      [deskMail.text, notice.slice(0, 30)],
    ),
  ),
  below(
    "a notice below a line",
    `It is 1042.\n\n${quote}\n\n________________________________\n\n${notices.English}\n`,
    "It is 1042.",
  ),
  below("a notice directly below it", `It is 1042.\n\n${quote}\n${notices.English}\n`, "It is 1042."),
  below(
    "what a virus scanner says",
    `It is 1042.\n\n${quote}\n\nThis email has been checked for viruses by a scanner.\nwww.scanner.example\n`,
    "It is 1042.",
  ),
  below("a mailing list's footer", `It is 1042.\n\n${quote}\n${list}`, "It is 1042.", [
    deskMail.text,
    "garden@lists.example",
  ]),
  below(
    "a group's footer",
    `It is 1042.\n\n${quote}\n\n-- \nYou received this message because you are subscribed to the group "Garden".\nTo unsubscribe from this group, write to garden+unsubscribe@groups.example.\n`,
    "It is 1042.",
  ),
  below("an answer, then a notice", `${quote}\n\nIt is 1042.\n\n${notices.English}\n`, "It is 1042.", [
    deskMail.text,
    "confidential",
  ]),
  below(
    "answers between its lines, then a list's footer",
    `${heading}\n> ${deskMail.text}\nIt is 1042.\n> When did it arrive?\nOn Friday.\n\n${list}`,
    `${heading}\n> ${deskMail.text}\nIt is 1042.\n> When did it arrive?\nOn Friday.`,
    ["garden@lists.example"],
  ),
  below(
    "the second half of a line that was wrapped on its way",
    `It is 1042.\n\n${heading}\n> Hello Olena, thank you for writing to us about the parcel that came with a\nbroken box.\n> ${deskMail.text}\n> Desk Help\n`,
    "It is 1042.",
  ),
  below(
    "halves of several wrapped lines, the last one at the end",
    `It is 1042.\n\n${heading}\n> Hello Olena, thank you for writing to us about the parcel that was sent to\nKyiv last week.\n> ${deskMail.text}\n>\n> If you want to send the parcel back, please print the label that is in the\nbox.\n`,
    "It is 1042.",
  ),
  sample(
    "Below a quote: a wrapped line, and HTML whose quote is marked",
    reply,
    alternative(
      `It is 1042.\n\n${heading}\n> Would you like a new one,\nOlena, or your money?\n> ${deskMail.text}\n`,
      `<div dir="ltr">It is 1042.</div><div class="gmail_quote"><div class="gmail_attr">${heading}<br></div><blockquote class="gmail_quote">Would you like a new one, Olena, or your money? ${deskMail.text}</blockquote></div>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Below a quote: a notice below Gmail's markup",
    reply,
    alternative(
      `It is 1042.\n\n${quote}\n\n${notices.English}\n`,
      `<div dir="ltr">It is 1042.</div><div class="gmail_quote"><div class="gmail_attr">${heading}<br></div><blockquote class="gmail_quote">${deskMail.text}</blockquote></div><p>${notices.English}</p>`,
    ),
    { text: "It is 1042.", rest: [deskMail.text, "confidential"], ticket: "same" },
  ),
  below(
    "a short answer to a wrapped question",
    `${heading}\n> Hello Olena, which of the two parcels do you mean, the one that came first?\nthe second\n> ${deskMail.text}\n1042\n`,
    `${heading}\n> Hello Olena, which of the two parcels do you mean, the one that came first?\nthe second\n> ${deskMail.text}\n1042`,
    [],
  ),
  below(
    "an answer that speaks of what is confidential",
    `${quote}\n\nThe letter is confidential, please tell only Ann.\n`,
    "The letter is confidential, please tell only Ann.",
  ),
  below(
    "a second answer below a long quote",
    `Thanks for the list.\n\n${heading}\n${long}\n>\n> Did one of them help?\n\nNo, none of them did.\n`,
    `Thanks for the list.\n\n> Did one of them help?\n\nNo, none of them did.`,
    ["Step 7 of what"],
  ),
  below(
    "a second answer below a short quote",
    `Thanks for the answer.\n\n${heading}\n> Which size do you need?\n\nSize 43.\n`,
    `Thanks for the answer.\n\n${heading}\n> Which size do you need?\n\nSize 43.`,
    [],
  ),
  below(
    "an answer below a line of underscores",
    `${quote}\n\n____________________\nIt is 1042, and it came on Friday.\n`,
    "____________________\nIt is 1042, and it came on Friday.",
  ),
];
