import { FileText, RotateCw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showSize } from "../../../ui/time.ts";
import { failureText } from "../../session/failure-text.ts";
import type { DraftFile } from "./mail-draft.ts";
import { cancelUpload, type Place, type Uploading, uploadAgain, useUploading } from "./uploads.ts";

type Props = { place: Place; files: DraftFile[]; onRemove: (fileid: string) => void };

/** The mail's files, and those still being uploaded. */
export function DraftFiles({ place, files, onRemove }: Props) {
  const { t } = useTranslation();
  const uploading = useUploading(place);
  const attached = files.filter(({ inline, gone }) => !inline || gone);
  if (attached.length + uploading.length === 0) return null;
  return (
    <ul
      aria-label={t("mailComposer.files")}
      className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto px-3 pt-1 pb-1.5"
    >
      {attached.map(({ fileid, name, size, gone = false }) => (
        <li key={fileid} className={`${look} ${gone ? "border-danger" : ""}`}>
          <FileText size={15} aria-hidden="true" className="shrink-0 text-accent-text" />
          <Name
            name={name}
            facts={gone ? t("mailComposer.fileGone") : size === null ? "" : showSize(size)}
            danger={gone}
          />
          <IconButton
            label={t("mailComposer.removeFile", { name })}
            onClick={() => onRemove(fileid)}
            className="size-7!  max-phone:size-11!"
          >
            <X size={14} />
          </IconButton>
        </li>
      ))}
      {uploading.map((one) => (
        <UploadingFile key={one.id} place={place} uploading={one} />
      ))}
    </ul>
  );
}

const look =
  "flex max-w-72 min-w-0 items-center gap-2 rounded-m border border-line-strong bg-raised py-0.5 pr-0.5 pl-2.5";

const isTooLarge = (trouble: Uploading["trouble"]): trouble is { tooLarge: number } =>
  trouble !== null && typeof trouble === "object" && "tooLarge" in trouble;

function UploadingFile({ place, uploading }: { place: Place; uploading: Uploading }) {
  const { t } = useTranslation();
  const { id, name, size, progress, trouble } = uploading;
  const why = isTooLarge(trouble)
    ? `${t("composer.fileTooLarge")} ${t("composer.limit.document", { limit: showSize(trouble.tooLarge), size: showSize(size) })}`
    : trouble === "unreachable"
      ? t("common.unreachable")
      : trouble === "empty"
        ? t("composer.fileSmaller", { count: 1 })
        : trouble && failureText(trouble, t);
  return (
    <li className={`${look} ${trouble ? "border-danger" : ""}`}>
      <FileText size={15} aria-hidden="true" className="shrink-0 text-text-3" />
      {trouble ? (
        <span role="alert" className="min-w-0">
          <Name name={name} facts={why ?? ""} danger />
        </span>
      ) : (
        <span className="min-w-0">
          <Name name={name} facts={showSize(size)} />
          <progress
            aria-label={t("mailComposer.uploading", { name, percent: Math.round(progress * 100) })}
            value={progress}
            className="block h-1 w-full overflow-hidden rounded-full bg-raised-2 accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised-2 [&::-webkit-progress-value]:bg-accent"
          />
        </span>
      )}
      {trouble && trouble !== "empty" && !isTooLarge(trouble) && (
        <IconButton
          label={t("mailComposer.uploadAgain", { name })}
          onClick={() => uploadAgain(place, id)}
          className="size-7! max-phone:size-11!"
        >
          <RotateCw size={14} />
        </IconButton>
      )}
      <IconButton
        label={t(trouble ? "mailComposer.removeFile" : "mailComposer.cancelUpload", { name })}
        onClick={() => cancelUpload(place, id)}
        className="size-7! max-phone:size-11!"
      >
        <X size={14} />
      </IconButton>
    </li>
  );
}

function Name({ name, facts, danger = false }: { name: string; facts: string; danger?: boolean }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-xs font-semibold" title={name}>
        {name}
      </span>
      <span className={`block text-[10.5px] ${danger ? "text-danger" : "text-text-2"}`}>{facts}</span>
    </span>
  );
}
