/**
 * The form in which a channel sends a chosen file, known before the upload. The server judges again, by the content.
 */

import type { FileKind } from "@parley/contract/channel-declaration";
import { type FileForm, formOf, type UploadRules } from "@parley/contract/file-form";
import type { SendLimits } from "@parley/contract/messages";
import { typesThat } from "@parley/contract/timeline";
import type { TFunction } from "i18next";
import { showSize } from "../../../ui/time.ts";

const kinds: readonly FileKind[] = typesThat("file");

/** The kind by the type that the browser derives from the name. A file it cannot show is a document. */
export function kindOfFile({ type }: Pick<File, "type">): FileKind {
  if (/^image\/(svg|heic|heif|tiff|bmp)/.test(type)) return "document";
  return kinds.find((kind) => type.startsWith(`${kind}/`)) ?? "document";
}

export function rulesOf({ kinds, upload, shown, redraw }: SendLimits): UploadRules {
  const limitOf = (kind: FileKind) => ({
    most: upload[kind],
    ...(shown[kind] && { shown: shown[kind] }),
    redraw: redraw.includes(kind),
  });
  return {
    kinds: { out: kinds },
    upload: {
      image: limitOf("image"),
      video: limitOf("video"),
      audio: limitOf("audio"),
      document: limitOf("document"),
    },
  };
}

type Chosen = Pick<File, "type" | "size">;
export type Judged = { refused: string | null; note: string | null };

export function checkFile(t: TFunction, rules: UploadRules, file: Chosen): Judged {
  const kind = kindOfFile(file);
  const form = formOf(rules, { kind, mediaType: file.type, size: file.size });
  if (!form) return { refused: t("composer.noFiles"), note: null };
  if (!form.fits) return { refused: tooLarge(t, kind, file, form.most), note: null };
  return { refused: null, note: noteOf(t, kind, form) };
}

function tooLarge(t: TFunction, kind: FileKind, { size }: Chosen, most: number): string {
  const limit = t(`composer.limit.${kind}`, { limit: showSize(most), size: showSize(size) });
  return `${t("composer.fileTooLarge")} ${limit}`;
}

function noteOf(t: TFunction, kind: FileKind, form: Extract<FileForm, { fits: true }>): string | null {
  if (form.redrawn) return t("composer.redrawn");
  return form.sentAs !== kind ? t("composer.asDocument") : null;
}
