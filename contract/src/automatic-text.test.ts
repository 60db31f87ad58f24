import { expect, test } from "vitest";
import { fillText } from "./automatic-text.ts";

const fill = (text: string, name: string) =>
  fillText(text.replace("NAME", "{{client.first_name}}"), {
    "client.first_name": name,
    "company.name": "Harbour Travel",
    "department.name": "Bookings",
    "ticket.number": "4f81c2aa",
    next_opening: "Monday",
  });

test.each([
  ["Hello NAME, we are closed.", "Hello Rosa, we are closed.", "Hello, we are closed."],
  ["NAME, thank you for writing.", "Rosa, thank you for writing.", "Thank you for writing."],
  ["Hallo NAME, ons is nou toe.", "Hallo Rosa, ons is nou toe.", "Hallo, ons is nou toe."],
  ["Здравейте, NAME! Не работим.", "Здравейте, Rosa! Не работим.", "Здравейте! Не работим."],
  ["NAME, спасибо за терпение.", "Rosa, спасибо за терпение.", "Спасибо за терпение."],
  ["Merhaba NAME, şu an kapalıyız.", "Merhaba Rosa, şu an kapalıyız.", "Merhaba, şu an kapalıyız."],
  ["¡Hola, NAME! Hemos cerrado.", "¡Hola, Rosa! Hemos cerrado.", "¡Hola! Hemos cerrado."],
  ["Dag NAME, we zijn gesloten.", "Dag Rosa, we zijn gesloten.", "Dag, we zijn gesloten."],
  [
    "NAME様、お問い合わせありがとうございます。",
    "Rosa様、お問い合わせありがとうございます。",
    "お問い合わせありがとうございます。",
  ],
  ["こんにちは、NAMEさん。", "こんにちは、Rosaさん。", "こんにちは。"],
  ["Tell NAME about {{ticket.number}}", "Tell Rosa about 4f81c2aa", "Tell about 4f81c2aa"],
])("an automatic text is whole with a name and without one: %s", (text, named, unnamed) => {
  expect([fill(text, "Rosa"), fill(text, "")]).toEqual([named, unnamed]);
});

test.each([
  ["вторник, 08:30 ч.", "Отново сме тук: {{next_opening}}.", "Отново сме тук: вторник, 08:30 ч."],
  ["вторник, 08:30 ч.", "До {{next_opening}}, тогава.", "До вторник, 08:30 ч., тогава."],
  ["Tuesday 08:30", "Back {{next_opening}}.", "Back Tuesday 08:30."],
  ["Tuesday 08:30", "Back {{next_opening}}", "Back Tuesday 08:30"],
  ["ab.", "{{next_opening}}...", "ab..."],
])("%s in %s ends with one full stop", (next_opening, text, shown) => {
  const values = {
    "client.first_name": "Rosa",
    "company.name": "",
    "department.name": "",
    "ticket.number": "",
  };
  expect(fillText(text, { ...values, next_opening })).toBe(shown);
});

test("a variable's value is never read as part of the text", () => {
  expect(fill("Hello NAME.", "{{ticket.number}} $&")).toBe("Hello {{ticket.number}} $&.");
});
