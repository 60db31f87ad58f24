import { discard, localFile, retry } from "../state/outbox.ts";
import type { Pending } from "../state/pending.ts";
import { t } from "../texts.ts";
import { Quote } from "./Bubble.tsx";
import { Icon } from "./icons.tsx";
import { Linked } from "./Linked.tsx";
import { fileSize, percent } from "./times.ts";
import { usePicture } from "./use-picture.ts";

/** Reserved before the picture is read, so that nothing moves then. */
const unknownShape = { aspectRatio: "4 / 3" };

/** A message that is being sent, or was not sent. */
export function PendingBubble({ pending }: { pending: Pending }) {
  const { messageid, content, file, reply_to, status, reason } = pending;
  const failed = status === "failed";
  return (
    <>
      <div class="line mine">
        <div class={`m me ${failed ? "failed" : "waiting"}`}>
          {reply_to && <Quote quote={reply_to} />}
          {file && <LocalFile messageid={messageid} file={file} />}
          {content && <Linked text={content} />}
        </div>
      </div>
      <p class={`at mine ${failed ? "err" : ""}`} role={failed ? "alert" : undefined}>
        {failed ? t("status.failed", { reason: reasonText(reason) }) : progress(pending)}
        {failed && reason !== "lost" && (
          <button type="button" class="link" onClick={() => retry(messageid)}>
            {t("status.retry")}
          </button>
        )}
        {(failed || file) && (
          <button type="button" class="link" onClick={() => discard(messageid)}>
            {failed ? t("status.discard") : t("status.cancel")}
          </button>
        )}
      </p>
    </>
  );
}

function progress({ file }: Pending): string {
  const isUploading = file && file.progress > 0 && file.progress < 1;
  return isUploading ? t("status.uploading", { percent: percent(file.progress) }) : t("status.waiting");
}

function LocalFile({ messageid, file }: { messageid: string; file: NonNullable<Pending["file"]> }) {
  const url = usePicture(localFile(messageid));
  return (
    <>
      {url ? (
        <img class="picture" src={url} alt={file.name} style={unknownShape} />
      ) : (
        <span class="file">
          <Icon name="file" />
          <span>
            <b>{file.name}</b>
            <small>{fileSize(file.size)}</small>
          </span>
        </span>
      )}
      {file.progress < 1 && <progress value={file.progress} max={1} aria-label={file.name} />}
    </>
  );
}

function reasonText(reason: string | null): string {
  switch (reason) {
    case "lost":
    case "too_old":
    case "too_large":
    case "wrong_type":
    case "storage_full":
      return t(`reason.${reason}`);
    default:
      return t("reason.other");
  }
}
