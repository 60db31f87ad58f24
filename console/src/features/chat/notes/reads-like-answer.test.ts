import { expect, test } from "vitest";
import { readsLikeAnswer } from "./reads-like-answer.ts";

test.each([
  "Hello Henrik, your seats are booked.",
  "hi,",
  "  Dear Mr Aas",
  "*Good morning* Henrik",
  "Hallo Henrik",
  "Goeie môre",
  "Здравейте, Хенрик!",
  "Добрый день!",
  "Merhaba Henrik Bey",
  "İyi günler Henrik Bey",
  "¡Hola, Henrik!",
  "Buenos días",
  "Beste Henrik,",
  "こんにちは、予約できました。",
  "お世話になっております。",
  "Henrik, the seats are yours.",
  "Henrik Aas: booked",
  "henrik!",
])("%s reads like an answer", (text) => {
  expect(readsLikeAnswer(text, "Henrik Aas")).toBe(true);
});

test.each([
  "The invoice goes to Oslo.",
  "Henrik pays by invoice.",
  "He said hello to Jonas.",
  "Hilton, not Hyatt.",
  "Dagny has the key.",
  "Henriksen, look at last year’s.",
  "Call the client back.",
  "",
])("%s does not", (text) => {
  expect(readsLikeAnswer(text, "Henrik Aas")).toBe(false);
});

test("a Japanese client is spoken to by name and honorific", () => {
  expect(readsLikeAnswer("西村様 ご予約の件", "西村 さくら")).toBe(true);
  expect(readsLikeAnswer("西村は請求書払い", "西村 さくら")).toBe(false);
});

test("a client without a usable name asks about greetings alone", () => {
  expect(readsLikeAnswer("? who is it", "?")).toBe(false);
  expect(readsLikeAnswer("Hi", "?")).toBe(true);
});
