import type { TFunction } from "i18next";
import { X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FileLine } from "../../../ui/FileLine.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { showTime } from "../../../ui/time.ts";
import type { UnsentBase } from "../../tickets/sending/unsent-store.ts";
import { Status } from "./Status.tsx";
import { Text } from "./Text.tsx";

type Props = {
  unsent: UnsentBase;
  /** A line above it: the addressees of a mail. */
  note?: string | undefined;
  /** True in the narrow column of a private chat. */
  narrow?: boolean;
  onCancel: () => void;
  onRetry: () => void;
  /** Called to choose a file again whose bytes a reload has lost. */
  onChooseFile: (file: File) => void;
  onDiscard: () => void;
};

/** A message that the server has not confirmed yet: being sent, or failed with the reason. */
export function UnsentBubble({
  unsent,
  note,
  narrow = false,
  onCancel,
  onRetry,
  onChooseFile,
  onDiscard,
}: Props) {
  const { t } = useTranslation();
  const { trouble, file } = unsent;
  const reason = trouble && reasonOf(t, trouble);
  return (
    <article
      data-unsent={unsent.messageid}
      className={`flex flex-col pt-2 max-phone:px-3 ${narrow ? "px-4" : "px-7"}`}
    >
      <div
        className={`min-w-20 animate-arrive self-end rounded-card rounded-br-[5px] border border-own-line bg-own px-3 pt-2 pb-1.5 opacity-85 max-phone:max-w-[86%] ${narrow ? "max-w-[86%]" : "max-w-[64%]"}`}
      >
        {note && <p className="truncate pb-0.5 text-xs text-text-2">{note}</p>}
        {file && <FileLine name={file.name} size={file.size} type={file.type} />}
        {unsent.content && <Text text={unsent.content} />}
        {file && !trouble && (
          <p className="mt-2 flex items-center gap-2 text-xs text-text-2">
            <progress
              aria-label={t("composer.uploading", { percent: Math.round(file.progress * 100) })}
              value={file.progress}
              className="h-1 w-40 overflow-hidden rounded-full bg-raised-2 accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised-2 [&::-webkit-progress-value]:bg-accent"
            />
            <IconButton label={t("composer.cancelUpload")} onClick={onCancel}>
              <X size={15} />
            </IconButton>
          </p>
        )}
        <p className="mt-0.5 flex items-center justify-end gap-1.5 text-[10.5px] text-text-2 tabular-nums">
          <time dateTime={unsent.writtenOn}>{showTime(unsent.writtenOn)}</time>
          <Status status={trouble ? "failed" : "queued"} />
        </p>
      </div>
      {trouble && (
        <p
          role="alert"
          className={`mt-1 flex items-center gap-2 self-end text-xs text-danger ${narrow ? "flex-wrap justify-end" : ""}`}
        >
          <span>{t("message.notSent", { reason: file?.lost ? t("message.fileLost") : reason })}</span>
          {file?.lost ? (
            <ChooseFile onFile={onChooseFile} />
          ) : (
            <Button size="small" onClick={onRetry}>
              {t("message.retry")}
            </Button>
          )}
          <Button size="small" look="quiet" onClick={onDiscard}>
            {t("message.discard")}
          </Button>
        </p>
      )}
    </article>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label={t("message.chooseFile")}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
      />
      <Button size="small" onClick={() => picker.current?.click()}>
        {t("message.chooseFile")}
      </Button>
    </>
  );
}

function reasonOf(t: TFunction, trouble: NonNullable<UnsentBase["trouble"]>): string {
  if (trouble.unreachable) return t("message.unreachable");
  return reasonText(t, trouble.code, trouble.reason);
}
