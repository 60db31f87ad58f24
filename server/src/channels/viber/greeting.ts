/** The welcome to a person who opens the conversation. It is the answer to Viber's callback, and opens no ticket. */
import type { Language } from "@parley/contract/sessions";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { languageOf } from "../../support/ticket/client-language.ts";
import type { ChannelRow } from "../seam/module.ts";
import type { ViberCallback } from "./event.ts";
import { senderName } from "./send.ts";

type Opened = Extract<ViberCallback, { event: "conversation_started" }>;

const greetings: Record<Language, string> = {
  en: "Hello! Write your question here and we will answer you.",
  af: "Hallo! Skryf u vraag hier, dan antwoord ons u.",
  bg: "Здравейте! Напишете въпроса си тук и ние ще Ви отговорим.",
  tr: "Merhaba! Sorunuzu buraya yazın, size yanıt verelim.",
  es: "¡Hola! Escriba aquí su consulta y le responderemos.",
  ru: "Здравствуйте! Напишите свой вопрос здесь, и мы вам ответим.",
  nl: "Hallo! Schrijf uw vraag hier, dan antwoorden wij u.",
  ja: "こんにちは。ご質問をこちらにお書きください。担当者がお答えします。",
};

/** Null for a subscriber and for a person greeted before; a repeated callback has the same answer. */
export async function greetingFor(
  context: Context,
  row: Pick<ChannelRow, "id" | "company_id" | "name">,
  { user, subscribed, message_token: token }: Opened,
): Promise<object | null> {
  if (subscribed || !(await isFirst(context, row, user.id, token))) return null;
  return { type: "text", text: greetings[languageOf(user.language)], sender: { name: senderName(row.name) } };
}

function isFirst(
  context: Context,
  { id, company_id: companyId }: Pick<ChannelRow, "id" | "company_id">,
  person: string,
  token: string,
): Promise<boolean> {
  return inCompany(context, { kind: "desk", companyId }, async ({ db, now }) => {
    const greeted = await db
      .insertInto("greeting")
      .values({ company_id: companyId, channel_id: id, external_id: person, token, greeted_on: now })
      .onConflict((on) =>
        on
          .columns(["company_id", "channel_id", "external_id"])
          .doUpdateSet({ greeted_on: now })
          .where("greeting.token", "=", token),
      )
      .returning("token")
      .executeTakeFirst();
    return greeted !== undefined;
  });
}
