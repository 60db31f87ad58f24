import type { Visitor } from "@parley/contract/visitors";
import { useState } from "preact/hooks";
import { saveEmail } from "../state/conversations.ts";
import { t } from "../texts.ts";
import { isEmail } from "./email-address.ts";
import { Icon } from "./icons.tsx";

/** Asked below an automatic message: with an address, answers reach a visitor who has left. */
export function EmailCard({ visitor }: { visitor: Visitor }) {
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<string | null>(null);

  async function submit(event: Event) {
    event.preventDefault();
    if (!isEmail(email)) return setFault(t("email.wrong"));
    setFault(null);
    try {
      await saveEmail(email.trim());
    } catch {
      // The address was refused, or the desk is unreachable: either way it was not saved, and can be tried again.
      setFault(t("email.failed"));
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
          {fault}
        </span>
      )}
    </form>
  );
}
