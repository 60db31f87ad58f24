import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";

/** A picture over the whole chat. The dialog keeps the focus, closes by Escape and gives the focus back. */
export function Viewer({ url, name, close }: { url: string; name: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={name}
      onClose={close}
      // The chat's own Escape closes the chat.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="row">
        <span class="grow">{name}</span>
        <a
          class="x"
          href={url}
          download={name}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("viewer.download", { name })}
        >
          <Icon name="download" />
        </a>
        <button
          type="button"
          class="x"
          aria-label={t("viewer.close")}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <img src={url} alt={name} />
    </dialog>
  );
}
