import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { usePlace } from "../../tickets/list/place.ts";

/** Says of an original where its copy is, and of a copy that it is one. */
export function SplitMark({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { go } = usePlace();
  const { split_into: into, copied, isagent: own } = message;
  const id = into?.slice(0, limits.shortIdLength);
  return (
    <p className={`mt-0.5 flex gap-2 text-xs text-text-3 ${own ? "self-end" : "self-start"}`}>
      {copied && <span>{t("splitting.copied")}</span>}
      {id && (
        <button
          type="button"
          onClick={() => go({ ticket: id })}
          className="relative text-accent-text hover:underline max-phone:before:absolute max-phone:before:-inset-3"
        >
          {t("splitting.into", { id })}
        </button>
      )}
    </p>
  );
}
