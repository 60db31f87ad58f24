import type { PushMessage } from "@parley/contract/push";
import { languages } from "@parley/contract/sessions";
import { describe, expect, test } from "vitest";
import { wordPush } from "./notification.ts";

const ticketid = "0b5c9a51-4c35-4b0e-9a1e-7d1f8f0a2b3c";
const message: PushMessage = {
  about: "message",
  lang: "en",
  name: "Olena Koval",
  text: "Where is order 7?",
  type: "text",
  rating: null,
  ticketid,
  colleague: null,
};

describe("a notification", () => {
  test("a notification of a message says who wrote what, and leads to the ticket", () => {
    expect(wordPush(message)).toEqual({
      title: "Unread message from Olena Koval",
      options: {
        body: "Where is order 7?",
        lang: "en",
        icon: "/icons/icon-192.png",
        badge: "/icons/badge-96.png",
        tag: ticketid,
        renotify: true,
        data: { path: "/?ticket=0b5c9a51" },
      },
    });
  });

  test("a picture without words is announced as a picture", () => {
    expect(wordPush({ ...message, type: "image", text: "" }).options.body).toBe("Photo");
    expect(wordPush({ ...message, type: "image", text: "The receipt" }).options.body).toBe("The receipt");
    expect(wordPush({ ...message, type: "reopen", text: "" }).options.body).toBe("");
  });

  test("a new ticket is announced as such", () => {
    expect(wordPush({ ...message, about: "ticket" }).title).toBe("New ticket from Olena Koval");
  });

  test("a notice about an account leads to the communication services", () => {
    const { title, options } = wordPush({
      ...message,
      about: "channel",
      name: "Harbour Travel",
      text: "",
      ticketid: null,
    });
    expect([title, options.data.path]).toEqual([
      "Harbour Travel does not work",
      "/admin-panel/settings#channels",
    ]);
  });

  test("a rating is announced with the ticket's first 8 characters and the stars", () => {
    const { title, options } = wordPush({ ...message, about: "rating", text: "", rating: 2 });
    expect([title, options.body]).toEqual(["Received rating · 0b5c9a51", "★★☆ Olena Koval"]);
  });

  test("a notification of a private message names the sender, not the text, and leads to the colleague", () => {
    const colleague = "6f0e8a7c-1111-4222-8333-444455556666";
    const { title, options } = wordPush({
      ...message,
      about: "private",
      text: "",
      ticketid: null,
      colleague,
    });
    expect([title, options.body, options.tag]).toEqual(["Unread message from Olena Koval", "", colleague]);
    expect(options.data.path).toBe(`/?colleague=${colleague}`);
  });

  test.each(languages)("a notification in %s has all its texts", (lang) => {
    for (const about of ["message", "rating", "private", "ticket", "channel", "mention"] as const) {
      const { title } = wordPush({ ...message, lang, about });
      expect(title).toContain(about === "rating" ? "0b5c9a51" : "Olena Koval");
      expect(title.length).toBeGreaterThan(11);
      expect(title).not.toMatch(/[{}]/);
    }
    expect(wordPush({ ...message, lang, type: "audio", text: "" }).options.body).not.toBe("");
  });
});
