import { encode } from "./charsets.ts";
import { html, rawSample, type Sample, sample, text, word } from "./sample.ts";

const inCharset = (charset: string, body: string, subject = body) =>
  sample(
    `Charset ${charset}`,
    { Subject: word(subject, charset, "B") },
    text(body, { charset, encoding: "base64" }),
    {
      subject,
      text: body,
    },
  );

export const charsetMails: Sample[] = [
  inCharset("windows-1251", "Заказ не пришёл, помогите."),
  inCharset("koi8-r", "Заказ не пришел, помогите."),
  inCharset("koi8-u", "Замовлення не прийшло, їжак."),
  inCharset("iso-8859-5", "Поръчката не дойде."),
  inCharset("iso-8859-1", "Où est ma commande ?"),
  inCharset("iso-8859-2", "Zamówienie nie przyszło."),
  inCharset("iso-8859-9", "Sipariş gelmedi, İstanbul."),
  inCharset("iso-8859-15", "Il manque 5 €."),
  inCharset("windows-1250", "Příliš žluťoučký kůň."),
  inCharset("windows-1252", "“Quoted” – with dashes…"),
  inCharset("windows-1254", "Ürün kırık çıktı."),
  inCharset("iso-2022-jp", "注文が届きません。"),
  inCharset("shift_jis", "注文が届きません。"),
  inCharset("euc-jp", "注文が届きません。"),
  inCharset("gb2312", "订单没有到。"),
  inCharset("gb18030", "订单没有到，请帮忙。"),
  inCharset("big5", "訂單沒有到。"),
  inCharset("euc-kr", "주문이 도착하지 않았습니다."),
  sample(
    "ISO-2022-JP as it comes, in seven bits",
    { Subject: word("注文1042", "iso-2022-jp", "B") },
    text("番号は1042です。\nよろしく。", { charset: "iso-2022-jp", encoding: "7bit" }),
    { subject: "注文1042", text: "番号は1042です。\nよろしく。" },
  ),
  sample(
    "Quoted-printable in windows-1251",
    {},
    text("Где мой заказ?", { charset: "windows-1251", encoding: "quoted-printable" }),
    { text: "Где мой заказ?" },
  ),
  sample(
    "HTML that names another charset in its head",
    {},
    html('<html><head><meta charset="iso-8859-1"></head><body>Größe</body></html>', { charset: "utf-8" }),
    { text: "Größe" },
  ),
  sample("UTF-8 with a byte order mark", {}, text("\ufeffHello there."), { text: "Hello there." }),
  sample(
    "UTF-8 under the name utf8",
    {},
    text("Größe 42", { type: "text/plain; charset=utf8", charset: undefined }),
    { text: "Größe 42" },
  ),
  rawSample(
    "Cyrillic in windows-1251 without a charset",
    Buffer.concat([
      Buffer.from("From: olena@mail.example\r\nContent-Type: text/plain\r\n\r\n"),
      encode("Заказ не пришёл, помогите.", "windows-1251"),
    ]),
    { text: "Заказ не пришёл, помогите." },
  ),
  sample(
    "Broken UTF-8 keeps what can be read",
    {},
    text(Buffer.from("caf\xe9 au lait, tout est bon", "latin1"), { charset: "utf-8" }),
    { text: "caf\ufffd au lait, tout est bon" },
  ),
  rawSample(
    "No charset and no header of MIME, in UTF-8",
    "From: Olena Koval <olena@mail.example>\nTo: help@desk.example\nSubject: Größe\n\nDie Größe passt nicht.\n",
    { subject: "Größe", text: "Die Größe passt nicht." },
  ),
  rawSample(
    "Subject and text in bare windows-1251",
    Buffer.concat([
      Buffer.from("From: olena@mail.example\r\nSubject: "),
      encode("Срочный вопрос по заказу", "windows-1251"),
      Buffer.from("\r\nContent-Type: text/plain\r\n\r\n"),
      encode("Заказ не пришёл, помогите.", "windows-1251"),
    ]),
    { subject: "Срочный вопрос по заказу", text: "Заказ не пришёл, помогите." },
  ),
  rawSample(
    "Text in bare KOI8-R that is called unknown-8bit",
    Buffer.concat([
      Buffer.from(
        "From: olena@mail.example\r\nContent-Type: text/plain; charset=unknown-8bit\r\nContent-Transfer-Encoding: 8bit\r\n\r\n",
      ),
      encode("Заказ не пришел, помогите.", "koi8-r"),
    ]),
    { subject: "", text: "Заказ не пришел, помогите." },
  ),
  rawSample(
    "Text in Latin letters that is called US-ASCII",
    Buffer.concat([
      Buffer.from("From: olena@mail.example\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n"),
      Buffer.from("La camisa pequeña no llegó.", "latin1"),
    ]),
    { text: "La camisa pequeña no llegó." },
  ),
  rawSample(
    "Japanese escapes without a charset",
    Buffer.concat([
      Buffer.from("From: olena@mail.example\r\n\r\n"),
      encode("番号は1042です。", "iso-2022-jp"),
    ]),
    { text: "番号は1042です。" },
  ),
  sample(
    "UTF-7 is decoded before it is made safe",
    { Subject: "=?utf-7?Q?Gr+APYA3w-e?=" },
    text("+ADw-script+AD4-alert(1)+ADw-/script+AD4-Gr+APYA3w-e", {
      type: "text/html; charset=utf-7",
      charset: undefined,
    }),
    { subject: "Größe", text: "Größe" },
  ),
  ...(
    [
      ["cp850", "K\x94ln"],
      ["IBM850", "K\x94ln"],
      ["dos-437", "K\x94ln"],
      ["cp852", "K\x94ln"],
    ] as const
  ).map(([charset, bytes]) =>
    sample(
      `Charset ${charset}, of DOS`,
      { Subject: `=?${charset}?B?${Buffer.from(bytes, "latin1").toString("base64")}?=` },
      text(Buffer.from(bytes, "latin1"), { type: `text/plain; charset=${charset}`, charset: undefined }),
      { subject: "Köln", text: "Köln" },
    ),
  ),
  ...(
    [
      ["big5", "訂單沒有到，請幫忙"],
      ["shift_jis", "注文がまだ届きません"],
      ["euc-jp", "注文がまだ届きません"],
      ["gb18030", "我的订单没有收到，请帮忙"],
      ["euc-kr", "주문이 아직 도착하지 않았습니다"],
    ] as const
  ).map(([charset, body]) =>
    rawSample(
      `Subject and text in bare ${charset}`,
      Buffer.concat([
        Buffer.from("From: olena@mail.example\r\nSubject: "),
        encode(body, charset),
        Buffer.from("\r\nContent-Type: text/plain\r\n\r\n"),
        encode(body, charset),
      ]),
      { subject: body, text: body },
    ),
  ),
  sample(
    "A character split between two padded words of base64",
    {
      Subject: "=?utf-8?B?S8M=?=\r\n =?utf-8?B?tmxu?=",
      From: "=?utf-8?B?S8M=?= =?utf-8?B?tmxuZXI=?= <olena@mail.example>",
    },
    "x",
    { subject: "Köln", text: "x", from: { name: "Kölner", address: "olena@mail.example" } },
  ),
  sample(
    "A subject of several encoded words joins them",
    { Subject: "=?utf-8?B?0JfQsNC60LDQtyA=?=\r\n =?utf-8?B?4oSWIDEwNDI=?=" },
    "x",
    { subject: "Заказ № 1042", text: "x" },
  ),
  sample(
    "A character split between two encoded words",
    { Subject: "=?utf-8?Q?Gr=C3?=\r\n =?utf-8?Q?=B6=C3=9Fe?=" },
    "x",
    { subject: "Größe", text: "x" },
  ),
  sample(
    "A subject with a line break and a turned direction inside",
    { Subject: "=?utf-8?B?SGVsbG8NCkJjYzogYUBiLmV4YW1wbGUg4oCubGlhbQ==?=" },
    "x",
    { subject: "Hello Bcc: a@b.example liam", text: "x" },
  ),
  sample(
    "A sender's name in quotes and encoded words",
    { From: `"${word("Коваль, Олена", "utf-8", "B")}" <olena@mail.example>` },
    "x",
    { text: "x", from: { name: "Коваль, Олена", address: "olena@mail.example" } },
  ),
  sample("A sender's name with a comment", { From: "olena@mail.example (Olena Koval)" }, "x", {
    text: "x",
    from: { name: "Olena Koval", address: "olena@mail.example" },
  }),
  sample(
    "A sender's name that is another's address",
    { From: '"ceo@desk.example" <olena@mail.example>' },
    "x",
    { text: "x", from: { name: "ceo@desk.example", address: "olena@mail.example" } },
  ),
];
