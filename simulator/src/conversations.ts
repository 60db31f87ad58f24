import type { Outgoing } from "./phone.ts";

/** A client's next message: sent at once, or only after an answer. */
export interface Line {
  say: Outgoing;
  awaitsAnswer?: boolean;
}

export type Conversation = Line[];

const text = (words: string): Line => ({ say: { type: "text", text: words } });
const answer = (words: string): Line => ({ ...text(words), awaitsAnswer: true });
const photo = (sample: string, caption?: string): Line => ({
  say: { type: "photo", file: { sample }, caption },
});
const voice: Line = { say: { type: "voice" } };
const sticker: Line = { say: { type: "sticker" }, awaitsAnswer: true };
const document: Line = { say: { type: "document" }, awaitsAnswer: true };
const place = (latitude: number, longitude: number): Line => ({
  say: { type: "location", latitude, longitude },
});

/** The conversations of a travel company's clients, by `language_code`. */
export const CONVERSATIONS: Record<string, Conversation[]> = {
  en: [
    [
      text("Hi, our flight home was moved to Sunday. Can the hotel keep our room one more night?"),
      text("Booking BG-20418, two adults."),
      answer("That would be wonderful, thank you. Do we pay at the desk?"),
      sticker,
    ],
    [
      text("Good morning! The transfer driver is not at the meeting point."),
      place(42.6967, 23.4114),
      answer("Found him, he was at the other exit. Thanks for the quick help!"),
    ],
    [text("Could you send me the invoice for the Varna trip?"), answer("To the same e-mail, please.")],
  ],
  bg: [
    [
      text("Здравейте! Куфарът ми пристигна счупен, към кого да се обърна?"),
      photo("suitcase", "Ето как изглежда"),
      answer("Да, резервацията е BG-20417."),
      document,
      answer("Благодаря Ви, чакам отговор."),
    ],
    [
      text("Добър ден, кога тръгва автобусът от Варна в събота?"),
      answer("А може ли да качим и колелата?"),
      answer("Супер, благодаря!"),
    ],
    [voice, answer("Точно така, за 14 юли, двама възрастни и едно дете.")],
  ],
  tr: [
    [
      text("Merhaba, 14 Temmuz uçuşumu bir gün sonraya alabilir miyim?"),
      text("Rezervasyon numaram TR-11892."),
      answer("Fark ne kadar olur?"),
      answer("Tamam, onaylıyorum. Teşekkür ederim!"),
    ],
    [
      text("İyi günler, odamızın klimasında su akıyor, resepsiyon ilgilenmiyor."),
      photo("room", "Odanın hali bu"),
      answer("Yeni odaya geçtik, çok sağ olun 🙏"),
    ],
  ],
  nl: [
    [
      text("Goedemiddag, mijn koffer is niet aangekomen op Schiphol."),
      text("Vlucht MT 482 uit Varna, labelnummer 0123456."),
      photo("boardingPass", "Mijn instapkaart"),
      answer("Fijn, ik wacht op bericht."),
      sticker,
    ],
    [
      text("Hallo, kunnen wij op de fiets van het hotel naar het strand?"),
      answer("Top, dan reserveer ik er graag twee."),
    ],
  ],
  ja: [
    [
      text("こんにちは。予約の確認メールがまだ届いていないのですが、ご確認いただけますか。"),
      text("予約番号はJP-30551です。"),
      answer("無事に届きました。ありがとうございます。"),
      sticker,
    ],
    [
      text("空港からホテルまでの送迎は追加できますか。"),
      place(35.5494, 139.7798),
      answer("大人2名です。よろしくお願いいたします。"),
    ],
  ],
  es: [
    [
      text("Hola, ¿puedo añadir una maleta facturada a mi reserva?"),
      text("Es la ES-77120, a nombre de Rosa Martínez."),
      answer("Perfecto, ¿me cobran lo mismo en la ida y en la vuelta?"),
      answer("Muchas gracias, muy amables."),
    ],
    [
      voice,
      answer("Sí, la excursión del jueves. Somos cuatro."),
      { say: { type: "contact" }, awaitsAnswer: true },
    ],
  ],
  ru: [
    [
      text("Здравствуйте! В отеле нам дали номер без вида на море, хотя в договоре он указан."),
      document,
      photo("room", "Вот наш номер"),
      answer("Спасибо, завтра утром переедем."),
    ],
    [
      text("Добрый день, нужна ли виза ребёнку с российским паспортом?"),
      answer("Ему десять лет."),
      answer("Поняла, спасибо большое!"),
    ],
  ],
  af: [
    [
      text("Goeie môre, ek wil graag die toer na die Sewe Mere bespreek."),
      answer("Saterdag pas ons die beste, ons is drie."),
      answer("Baie dankie, lekker dag verder!"),
    ],
    [
      text("Ons wag nog vir die bus by die strand."),
      photo("beach", "Ons staan hier"),
      answer("Daar kom hy nou!"),
    ],
  ],
};
