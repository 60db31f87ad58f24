import { useEffect, useRef } from "preact/hooks";
import { postToPage } from "../host.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { useZoom } from "./zoom.ts";

/**
 * A picture over the whole chat, for which the page makes room. Buttons, plus, minus and a double click zoom. The
 * dialog keeps the focus, closes by Escape and gives the focus back.
 */
export function Viewer({ url, name, close }: { url: string; name: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const zoom = useZoom(box);
  const size = `${zoom.scale * 100}%`;
  useEffect(() => {
    dialog.current?.showModal();
    postToPage({ parley: "large", large: true });
    return () => postToPage({ parley: "large", large: false });
  }, []);

  function pressed(event: KeyboardEvent) {
    // The chat's own Escape closes the chat.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom.by(1);
    else if (event.key === "-") zoom.by(-1);
  }

  function toggle() {
    const { naturalWidth = 0, clientWidth = 0 } = picture.current ?? {};
    zoom.toggle(clientWidth > 0 ? naturalWidth / clientWidth : 0);
  }

  return (
    <dialog ref={dialog} class="viewer" aria-label={name} onClose={close} onKeyDown={pressed}>
      <div class="row">
        <span class="grow">{name}</span>
        <button
          type="button"
          class="x"
          aria-label={t("viewer.out")}
          disabled={zoom.scale === 1}
          onClick={() => zoom.by(-1)}
        >
          <Icon name="less" />
        </button>
        <button
          type="button"
          class="x"
          aria-label={t("viewer.in")}
          disabled={zoom.most}
          onClick={() => zoom.by(1)}
        >
          <Icon name="plus" />
        </button>
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; buttons and keys do the same */}
      <div
        ref={box}
        class={`look ${zoom.scale > 1 ? "larger" : ""}`}
        // A scrolling picture can be scrolled by keyboard, too.
        tabIndex={zoom.scale > 1 ? 0 : undefined}
        onDblClick={toggle}
        onPointerDown={capture}
        onPointerMove={drag}
      >
        <div style={{ width: size, height: size }}>
          <img ref={picture} src={url} alt={name} draggable={false} />
        </div>
      </div>
    </dialog>
  );
}

/** A finger scrolls by itself. */
function capture({ currentTarget, pointerType, button, pointerId }: PointerEvent): void {
  if (pointerType === "mouse" && button === 0) (currentTarget as Element).setPointerCapture(pointerId);
}

function drag({ currentTarget, pointerId, movementX, movementY }: PointerEvent): void {
  const box = currentTarget as Element;
  if (box.hasPointerCapture(pointerId)) box.scrollBy(-movementX, -movementY);
}
