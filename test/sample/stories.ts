/** The people who wrote to Harbour Travel before today, and their subjects. */
type Person = { name: string; number?: string; address?: string; note?: string };

export const people: Person[] = [
  {
    name: "Henrik Aas",
    number: "HT-18204",
    address: "Strandgaten 12, Bergen",
    note: "Writes in the evening.",
  },
  { name: "Camille Fournier", number: "HT-18377", address: "8 rue des Lices, Rennes" },
  { name: "Thabo Nkosi", number: "HT-19022" },
  {
    name: "Ana Pereira",
    number: "HT-19110",
    address: "Rua do Sol 41, Porto",
    note: "Travels with a guide dog.",
  },
  { name: "Giorgos Ioannou" },
  { name: "Zeynep Demir", number: "HT-19340" },
  { name: "Lukas Brandt", number: "HT-19501", address: "Elbchaussee 3, Hamburg" },
  { name: "佐藤 健", number: "HT-19544" },
  { name: "Ivana Horvat" },
  { name: "Owen Pritchard", number: "HT-19718", note: "Prefers a call back before noon." },
  { name: "Katarzyna Wójcik", number: "HT-19803", address: "ul. Długa 7, Gdańsk" },
  { name: "Mehmet Aksoy" },
  { name: "Sofía Navarro", number: "HT-20015" },
  { name: "Pieter Botha", number: "HT-20088", address: "14 Kloof Street, Cape Town" },
  { name: "Елена Кузнецова", number: "HT-20101" },
  { name: "Niamh O’Sullivan", number: "HT-20164" },
  { name: "Georgi Stoyanov" },
  { name: "Maaike van den Berg", number: "HT-20219", address: "Prinsengracht 201, Amsterdam" },
];

/** The client begins, then agent and client alternate. */
export const stories: [string, ...string[]][] = [
  [
    "Hello, can I move my departure to the Friday?",
    "Good morning! There are seats on the 09:40. Shall I change it?",
    "Yes please.",
    "Done. The new confirmation is on its way.",
  ],
  [
    "My luggage did not arrive in Palma.",
    "I am sorry to hear that. Do you have the tag number?",
    "It is HB 402117.",
    "Thank you. It lands tonight and comes to your hotel.",
    "Great, thanks!",
  ],
  ["Is breakfast included in HT-19022?", "It is, from 7 to 10:30.", "Perfect."],
  [
    "I was charged twice for the transfer.",
    "I can see both charges. One is reversed now, it takes two days.",
    "Thank you for the quick help.",
  ],
  ["Which platform does the airport bus leave from?", "Platform 6, every 20 minutes.", "Thanks!"],
  [
    "Can we add a child’s bed to our room?",
    "Of course. There is no charge for children up to six.",
    "She is four.",
    "Then it is arranged.",
  ],
  ["Do you take American Express?", "We do, online and at the desk."],
  [
    "The voucher code does not work.",
    "It began today only; please try once more.",
    "Now it does. Thank you.",
  ],
];

/** Words of clients about their stars. */
/** A client who comes back after the closing, and the answer. */
export const returns: [string, string][] = [
  ["One more question: does it count for the way back too?", "Yes, it holds for both ways."],
  ["The confirmation did not come.", "I have sent it again, please look in your spam folder too."],
  ["Thank you! And can I pay by card on the day?", "You can, at the counter or on board."],
];

export const starWords: Record<1 | 2 | 3, string[]> = {
  1: [
    "I waited too long for an answer.",
    "My refund is still not there.",
    "I had to explain it three times.",
  ],
  2: [
    "Friendly, but it took a while.",
    "Solved in the end, thank you.",
    "The first answer was not about my question.",
  ],
  3: [
    "Quick and friendly, thank you!",
    "Answered within minutes. Wonderful.",
    "You understood at once what I needed.",
    "Better than calling.",
    "助かりました。ありがとうございます。",
  ],
};
