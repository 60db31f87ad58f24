import type { Message } from "@parley/contract/messages";
import { isType } from "@parley/contract/timeline";
import type { TFunction } from "i18next";

/** A message in one line: its text, or its kind. */
export function messageSummary(t: TFunction, { type, content, caption }: Message): string {
  if (!isType(type, "named")) return content;
  const kind = t(`tickets.preview.${type}`, { stars: content });
  return caption ? `${kind}: ${caption}` : kind;
}
