import type { Control, NewPerson, PersonView } from "./control.ts";
import type { Account, NewAccount } from "./phone.ts";

export interface World {
  accounts: NewAccount[];
  people: NewPerson[];
}

/** The demo's token is no secret: it opens nothing but this simulator. */
export const DEMO_TOKEN = "700100200:AADemo-Simulator-Token-0123456789abc";

/** It signs nothing but what this simulator gets. */
const DEMO_SECRET = "whsec_UGFybGV5RGVtb1NpbXVsYXRvckdhdGV3YXlTZWNyZXQh";

export const demoWorld: World = {
  accounts: [
    { platform: "telegram", token: DEMO_TOKEN, name: "Harbour Travel", username: "harbour_travel_bot" },
    { platform: "whatsapp", name: "Harbour Travel", username: "+47 55 90 42 00" },
    { platform: "viber", name: "Harbour Travel" },
    { platform: "gateway", name: "Harbour SMS", token: DEMO_SECRET },
    { platform: "email", name: "Harbour Travel", username: "help@harbour.example", token: "harbour-demo" },
  ],
  people: [
    {
      id: 550_101,
      platform: "telegram",
      firstName: "Dimitar",
      lastName: "Petrov",
      username: "dpetrov",
      language: "bg",
      phone: "+359888123456",
    },
    {
      id: 550_102,
      platform: "whatsapp",
      firstName: "Aylin",
      picture: "long",
      lastName: "Kaya",
      username: "aylinkaya",
      language: "tr",
      phone: "+905321234567",
    },
    {
      id: 550_103,
      platform: "whatsapp",
      firstName: "Liesbeth",
      picture: "long",
      lastName: "de Vries",
      username: "liesbeth_dv",
      language: "nl",
      phone: "+31612345678",
    },
    {
      id: 550_104,
      platform: "telegram",
      firstName: "西村",
      picture: "long",
      lastName: "さくら",
      username: "sakura_n",
      language: "ja",
      phone: "+819012345678",
    },
    {
      id: 550_105,
      platform: "telegram",
      firstName: "Rosa",
      picture: "long",
      lastName: "Martínez",
      username: "rosamtz",
      language: "es",
      phone: "+34612345678",
    },
    {
      id: 550_106,
      platform: "whatsapp",
      firstName: "Johan",
      lastName: "van Wyk",
      username: "johanvw",
      language: "af",
      phone: "+27821234567",
    },
    {
      id: 550_107,
      platform: "viber",
      firstName: "Мария",
      picture: "long",
      lastName: "Соколова",
      username: "msokolova",
      language: "ru",
      phone: "+79161234567",
    },
    {
      id: 550_108,
      platform: "telegram",
      firstName: "Eleanor",
      picture: "long",
      lastName: "Whitcombe",
      username: "ewhitcombe",
      language: "en",
      phone: "+447700900123",
    },
    {
      id: 550_109,
      platform: "viber",
      firstName: "Радостина",
      picture: "long",
      lastName: "Илиева",
      language: "bg",
      phone: "+359887654321",
    },
    {
      id: 550_110,
      platform: "whatsapp",
      firstName: "Hannah",
      picture: "long",
      lastName: "Clarke",
      username: "hannahclarke",
      language: "en",
      phone: "+447700900456",
    },
    {
      id: 550_111,
      platform: "viber",
      firstName: "Deniz",
      lastName: "Arslan",
      language: "tr",
      phone: "+905337654321",
    },
    {
      id: 550_112,
      platform: "email",
      firstName: "Olivia",
      picture: "long",
      lastName: "Grant",
      language: "en",
      address: "olivia.grant@mail.example",
    },
    {
      id: 550_115,
      platform: "email",
      firstName: "Edward",
      lastName: "Grant",
      language: "en",
      address: "edward.grant@mail.example",
    },
    {
      id: 550_113,
      platform: "email",
      firstName: "Joris",
      lastName: "Bakker",
      language: "nl",
      address: "joris.bakker@mail.example",
    },
    {
      id: 550_114,
      platform: "email",
      firstName: "Lucía",
      picture: "long",
      lastName: "Ortega",
      language: "es",
      address: "lucia.ortega@mail.example",
    },
    {
      id: 550_116,
      platform: "telegram",
      firstName: "Lucky",
      lastName: "Winner",
      username: "lucky_winner",
      language: "en",
    },
    {
      id: 550_117,
      platform: "telegram",
      firstName: "Otto",
      lastName: "Brandt",
      username: "otto_brandt",
      language: "en",
    },
    {
      id: 550_118,
      platform: "gateway",
      firstName: "Amara",
      picture: "long",
      lastName: "Okafor",
      language: "en",
      phone: "+2348031234567",
    },
    {
      id: 550_119,
      platform: "telegram",
      firstName: "Gloria",
      lastName: "Campos",
      username: "gloria_campos",
      language: "es",
      phone: "+34655001122",
    },
  ],
};

export async function plantWorld(
  control: Control,
  { accounts, people }: World = demoWorld,
): Promise<{ accounts: Account[]; people: PersonView[] }> {
  const planted = {
    accounts: accounts.map((account) => control.createAccount(account)),
    people: [] as PersonView[],
  };
  for (const person of people) planted.people.push(await control.createPerson(person));
  return planted;
}
