import type { InlineKeyboardMarkup } from "@grammyjs/types";
import { isRecord, type Parameters } from "./parameters.ts";
import { badRequest } from "./refusal.ts";

export interface Markup {
  inline?: InlineKeyboardMarkup;
  /** A reply keyboard, its removal or a forced reply: shown by the phone, not part of the message. */
  keyboard?: Record<string, unknown>;
}

export function checkMarkup(params: Parameters): Markup {
  const markup = params.object("reply_markup");
  if (!markup || Object.keys(markup).length === 0) return {};
  if (!("inline_keyboard" in markup)) return { keyboard: markup };
  const rows = markup.inline_keyboard;
  if (!Array.isArray(rows))
    throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
  for (const row of rows) {
    if (!Array.isArray(row))
      throw badRequest("can't parse inline keyboard button: expected an Array of buttons");
    row.forEach(checkButton);
  }
  // Telegram reads an empty keyboard as no keyboard.
  const filled = rows.filter((row) => Array.isArray(row) && row.length > 0);
  return filled.length ? { inline: { inline_keyboard: filled } } : {};
}

function checkButton(button: unknown): void {
  if (!isRecord(button)) throw badRequest("can't parse inline keyboard button: expected an Object");
  if (typeof button.text !== "string") {
    throw badRequest("can't parse inline keyboard button: Can't find field \"text\"");
  }
  if (button.text.trim() === "") throw badRequest("BUTTON_TEXT_INVALID");
  const actions = Object.keys(button).filter((key) => key !== "text" && key !== "style");
  if (actions.length === 0) {
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  }
  if (!("callback_data" in button)) return;
  const bytes = Buffer.byteLength(String(button.callback_data));
  if (bytes < 1 || bytes > 64) throw badRequest("BUTTON_DATA_INVALID");
}
