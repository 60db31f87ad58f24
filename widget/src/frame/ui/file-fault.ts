import type { WidgetFrame } from "@parley/contract/widget";
import { t } from "../texts.ts";
import { fileSize } from "./times.ts";

/** The fault of a file, known before the upload; the desk checks the content itself. */
export function fileFault({ name, size, type }: File, { limits }: WidgetFrame): string | null {
  if (size === 0) return t("send.empty", { name });
  const kind = /^(image|video|audio)\//.exec(type)?.[1] ?? "document";
  const most = limits.upload[kind as keyof typeof limits.upload] ?? limits.upload.document;
  return most !== undefined && size > most ? t("send.too_large", { name, size: fileSize(most) }) : null;
}
