import type { WidgetFrame } from "@parley/contract/widget";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { noteAskedForEmail } from "../state/asked.ts";
import { recallDraft, saveDraft } from "../state/drafts.ts";
import { firstFacts } from "../state/first.ts";
import { show } from "../state/navigate.ts";
import { enqueue } from "../state/outbox.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { isEmail } from "./email-address.ts";
import { isSend } from "./is-send.ts";
import { Top } from "./Top.tsx";

type Fields = { name: string; email: string; topic: string; message: string };
type Faults = Partial<Record<keyof Fields, string>>;

/** The company's questions before the first message. Closing loses no entry. */
export function Start({ settings }: { settings: WidgetFrame }) {
  const visitor = useChat((state) => state.visitor);
  const [fields, setFields] = useState<Fields>(() => ({
    name: "",
    email: "",
    topic: "",
    message: "",
    ...recallDraft<Partial<Fields>>("start"),
  }));
  const [faults, setFaults] = useState<Faults>({});
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { asks, departments, limits } = settings;
  const asked = {
    name: asks.name !== "no" && !visitor,
    email: asks.email !== "no" && !visitor?.email,
    topic: asks.topic !== "no" && departments.length > 1,
  };

  function set(field: keyof Fields, value: string) {
    const now = { ...fields, [field]: value };
    setFields(now);
    saveDraft("start", now);
    if (faults[field]) setFaults({ ...faults, [field]: undefined });
  }

  async function submit(event: Event) {
    event.preventDefault();
    const found = faultsOf(fields, asked, asks);
    setFaults(found);
    const wrong = Object.keys(found)[0];
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    if (sending) return;
    setSending(true);
    const first = {
      ...(await firstFacts(settings)),
      ...(asked.name && fields.name.trim() && { name: fields.name.trim() }),
      ...(asked.email && fields.email.trim() && { email: fields.email.trim() }),
      ...(asked.topic && fields.topic && { departmentid: fields.topic }),
    };
    if (asked.email) noteAskedForEmail();
    enqueue({ conversation: null, content: fields.message.trim(), reply_to: null, first });
    saveDraft("start", null);
    show({ name: "conversation", id: null });
  }

  return (
    <>
      <Top title={t("start.title")} line={settings.company} />
      <main class="body">
        <form ref={form} class="fields" noValidate onSubmit={submit}>
          {asked.name && (
            <Field name="name" label={t("start.name")} ask={asks.name} fault={faults.name}>
              {(about) => (
                <input
                  {...about}
                  class="in"
                  data-first
                  autocomplete="name"
                  maxLength={100}
                  value={fields.name}
                  onInput={({ currentTarget }) => set("name", currentTarget.value)}
                />
              )}
            </Field>
          )}
          {asked.email && (
            <Field name="email" label={t("start.email")} ask={asks.email} fault={faults.email}>
              {(about) => (
                <input
                  {...about}
                  class="in"
                  data-first
                  type="email"
                  autocomplete="email"
                  maxLength={320}
                  value={fields.email}
                  onInput={({ currentTarget }) => set("email", currentTarget.value)}
                />
              )}
            </Field>
          )}
          {asked.topic && (
            <Field name="topic" label={t("start.topic")} ask={asks.topic} fault={faults.topic}>
              {(about) => (
                <select
                  {...about}
                  class="in"
                  data-first
                  value={fields.topic}
                  onChange={({ currentTarget }) => set("topic", currentTarget.value)}
                >
                  <option value="">{t("start.choose")}</option>
                  {departments.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field name="message" label={t("start.message")} ask="required" fault={faults.message}>
            {(about) => (
              <textarea
                {...about}
                class="in"
                data-first
                rows={4}
                maxLength={limits.text}
                value={fields.message}
                onInput={({ currentTarget }) => set("message", currentTarget.value)}
                onKeyDown={(event) => isSend(event) && submit(event)}
              />
            )}
          </Field>
          <button type="submit" class="cta center">
            {t("start.send")}
          </button>
        </form>
      </main>
      {settings.privacy && (
        <footer class="foot">
          {t("start.privacy_before")}{" "}
          <a href={settings.privacy} target="_blank" rel="noopener noreferrer">
            {t("start.privacy_link")}
          </a>{" "}
          {t("start.privacy_after")}
        </footer>
      )}
    </>
  );
}

type FieldAbout = {
  id: string;
  name: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  "aria-required"?: boolean;
};
type FieldProps = {
  name: keyof Fields;
  label: string;
  ask: "no" | "optional" | "required";
  fault?: string;
  children: (about: FieldAbout) => ComponentChildren;
};

function Field({ name, label, ask, fault, children }: FieldProps) {
  const about: FieldAbout = { id: `field-${name}`, name };
  if (ask === "required") about["aria-required"] = true;
  if (fault) Object.assign(about, { "aria-invalid": true, "aria-describedby": `fault-${name}` });
  return (
    <div class="field">
      <label for={`field-${name}`}>
        {label}
        {ask === "optional" && <span class="hint"> ({t("start.optional")})</span>}
      </label>
      {children(about)}
      {fault && (
        <span class="err" id={`fault-${name}`} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

function faultsOf(
  { name, email, topic, message }: Fields,
  asked: Record<"name" | "email" | "topic", boolean>,
  asks: WidgetFrame["asks"],
): Faults {
  const found: Faults = {};
  if (asked.name && asks.name === "required" && !name.trim()) found.name = t("start.name_missing");
  if (asked.email && asks.email === "required" && !email.trim()) found.email = t("start.email_missing");
  else if (asked.email && email.trim() && !isEmail(email)) found.email = t("start.email_wrong");
  if (asked.topic && asks.topic === "required" && !topic) found.topic = t("start.topic_missing");
  if (!message.trim()) found.message = t("start.message_missing");
  return found;
}
