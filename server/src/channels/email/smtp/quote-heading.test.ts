import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { parseMail } from "../corpus/parse.ts";
import { quoteHeading } from "./quote-heading.ts";

const on = new Date("2026-05-03T12:05:00Z");
const from = { name: "Ann Lee", address: "ann@pier.example" };
const heading = (lang: (typeof languages)[number]) => quoteHeading({ from, on, lang, zone: "Europe/Oslo" });

test("the heading has the verb of its language, and the time of the company's zone", () => {
  expect(languages.map(heading)).toEqual([
    "On 3 May 2026 at 14:05, Ann Lee wrote:",
    "Op 03 Mei 2026 om 14:05 het Ann Lee geskryf:",
    "На 3 май 2026 г. в 14:05 Ann Lee написа:",
    "3 Mayıs 2026 14:05 tarihinde Ann Lee şunu yazdı:",
    "El 3 de mayo de 2026 a las 14:05, Ann Lee escribió:",
    "3 мая 2026 г. в 14:05 Ann Lee пишет:",
    "Op 3 mei 2026 om 14:05 schreef Ann Lee:",
    "2026年5月3日 14:05、Ann Lee さんが書きました:",
  ]);
});

test.each(languages)("an answer to a quote in %s is shown without the quote", async (lang) => {
  const lines = [
    "From: ann@pier.example",
    "Subject: Re",
    "",
    "Thank you!",
    "",
    heading(lang),
    "> Here it is.",
  ];
  const { text, rest } = await parseMail(Buffer.from(lines.join("\r\n")));
  expect(text).toBe("Thank you!");
  expect(rest).toContain("Here it is.");
});

test("the heading shows the address of a writer without a name", () => {
  const nameless = { name: null, address: "ann@pier.example" };
  expect(quoteHeading({ from: nameless, on, lang: "en", zone: "UTC" })).toContain("ann@pier.example wrote:");
});
