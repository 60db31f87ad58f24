import type { ComponentChildren } from "preact";
import { fills } from "../address.ts";
import { isOwnPage } from "../host.ts";
import { closeChat, goHome } from "../state/navigate.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";

/** The bar of a conversation and of the form. */
export function Top({ title, line }: { title: string; line: ComponentChildren }) {
  return (
    <header class="top small">
      <button type="button" class="x" aria-label={t("top.back")} onClick={goHome}>
        <Icon name="back" />
      </button>
      <div class="grow">
        <h1>{title}</h1>
        <p>{line}</p>
      </div>
      <CloseButton />
    </header>
  );
}

/** A chat that fills its page has nothing behind it, so it has no button. */
export function CloseButton() {
  if (isOwnPage || fills) return null;
  return (
    <button type="button" class="x" aria-label={t("top.close")} onClick={closeChat}>
      <Icon name="close" />
    </button>
  );
}
