import { change, useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";

/** A notice that the visitor sees once. */
export function Notice() {
  const notice = useChat((state) => state.notice);
  return (
    <div role="alert">
      {notice && (
        <p class="notice">
          <span class="grow">{t(`notice.${notice}`)}</span>
          <button
            type="button"
            class="x"
            aria-label={t("notice.dismiss")}
            onClick={() => change({ notice: null })}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}

/** Shown when the connection has been gone for a while. */
export function OfflineBar() {
  const offline = useChat((state) => state.offline);
  return (
    <div role="status">
      {offline && (
        <p class="bar">
          <Icon name="offline" />
          {t("notice.offline")}
        </p>
      )}
    </div>
  );
}
