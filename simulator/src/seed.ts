import type { Control, NewPerson, PersonView } from "./control.ts";
import type { BotView, NewBot } from "./telegram/bots.ts";

export interface World {
  bots: NewBot[];
  people: NewPerson[];
}

/** The demo's token is no secret: it opens nothing but this simulator. */
export const DEMO_TOKEN = "700100200:AADemo-Simulator-Token-0123456789abc";

export const demoWorld: World = {
  bots: [{ token: DEMO_TOKEN, name: "Harbour Travel", username: "harbour_travel_bot" }],
  people: [
    {
      id: 550_101,
      firstName: "Dimitar",
      lastName: "Petrov",
      username: "dpetrov",
      language: "bg",
      phone: "+359888123456",
    },
    {
      id: 550_102,
      firstName: "Aylin",
      picture: "long",
      lastName: "Kaya",
      username: "aylinkaya",
      language: "tr",
      phone: "+905321234567",
    },
    {
      id: 550_103,
      firstName: "Liesbeth",
      picture: "long",
      lastName: "de Vries",
      username: "liesbeth_dv",
      language: "nl",
      phone: "+31612345678",
    },
    {
      id: 550_104,
      firstName: "西村",
      picture: "long",
      lastName: "さくら",
      username: "sakura_n",
      language: "ja",
      phone: "+819012345678",
    },
    {
      id: 550_105,
      firstName: "Rosa",
      picture: "long",
      lastName: "Martínez",
      username: "rosamtz",
      language: "es",
      phone: "+34612345678",
    },
    {
      id: 550_106,
      firstName: "Johan",
      lastName: "van Wyk",
      username: "johanvw",
      language: "af",
      phone: "+27821234567",
    },
    {
      id: 550_107,
      firstName: "Мария",
      picture: "long",
      lastName: "Соколова",
      username: "msokolova",
      language: "ru",
      phone: "+79161234567",
    },
    {
      id: 550_108,
      firstName: "Eleanor",
      picture: "long",
      lastName: "Whitcombe",
      username: "ewhitcombe",
      language: "en",
      phone: "+447700900123",
    },
  ],
};

export async function plantWorld(
  control: Control,
  { bots, people }: World = demoWorld,
): Promise<{ bots: BotView[]; people: PersonView[] }> {
  const planted = { bots: bots.map((bot) => control.createBot(bot)), people: [] as PersonView[] };
  for (const person of people) planted.people.push(await control.createPerson(person));
  return planted;
}
