import type { Visitor } from "@parley/contract/visitors";
import { useState } from "preact/hooks";
import { saveEmail } from "../state/conversations.ts";
import { type TextKey, t } from "../texts.ts";
import { isEmail } from "./email-address.ts";
import { Icon } from "./icons.tsx";

/** Asked below an automatic message: with an address, answers find the visitor who has left. */
export function EmailCard({ visitor }: { visitor: Visitor }) {
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<TextKey | null>(null);

  async function submit(event: Event) {
    event.preventDefault();
    if (!isEmail(email)) return setFault("email.wrong");
    setFault(null);
    try {
      await saveEmail(email.trim());
    } catch {
      // Refused or out of reach: either way it was not saved, and can be tried again.
      setFault("email.failed");
    }
  }

  if (visitor.email) return <p class="sys">{t("email.saved", { email: visitor.email })}</p>;
  return (
    <form class="card email" noValidate onSubmit={submit}>
      <label for="later-email">{t("email.label")}</label>
      <div class="row">
        <input
          id="later-email"
          class="in grow"
          type="email"
          autocomplete="email"
          maxLength={320}
          value={email}
          aria-invalid={fault !== null}
          aria-describedby={fault ? "later-email-fault" : undefined}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <button type="submit" class="send" aria-label={t("email.save")}>
          <Icon name="check" />
        </button>
      </div>
      {fault && (
        <span class="err" id="later-email-fault" role="alert">
          {t(fault)}
        </span>
      )}
    </form>
  );
}
