import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { showTime } from "../../ui/time.ts";
import { FileLine } from "../messages/rows/FileLine.tsx";
import { Status } from "../messages/rows/Status.tsx";
import { Text } from "../messages/rows/Text.tsx";
import type { Unsent } from "./outbox.ts";
import { giveUp, sendAgain } from "./sending.ts";

/** What the server has not confirmed yet: on its way, or kept with the reason why it stayed. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { trouble, file } = unsent;
  const reason = trouble?.unreachable ? t("message.unreachable") : trouble?.reason;
  return (
    <article data-unsent={unsent.messageid} className="flex flex-col px-4 pt-2 max-phone:px-3">
      <div className="max-w-[86%] min-w-20 animate-arrive self-end rounded-card rounded-br-[5px] border border-own-line bg-own px-3 pt-2 pb-1.5 opacity-85">
        {file && <FileLine name={file.name} size={file.size} type={file.type} />}
        {unsent.content && <Text text={unsent.content} />}
        {file && !trouble && (
          <p className="mt-2 flex items-center gap-2 text-xs text-text-2">
            <progress
              aria-label={t("composer.uploading", { percent: Math.round(file.progress * 100) })}
              value={file.progress}
              className="h-1 w-40 overflow-hidden rounded-full bg-raised-2 accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised-2 [&::-webkit-progress-value]:bg-accent"
            />
            <IconButton label={t("composer.cancelUpload")} onClick={() => giveUp(unsent.messageid)}>
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
          className="mt-1 flex flex-wrap items-center justify-end gap-2 self-end text-xs text-danger"
        >
          <span>{t("message.notSent", { reason })}</span>
          <Button size="small" onClick={() => sendAgain(cache, unsent)}>
            {t("message.retry")}
          </Button>
          <Button size="small" look="quiet" onClick={() => giveUp(unsent.messageid)}>
            {t("message.discard")}
          </Button>
        </p>
      )}
    </article>
  );
}
