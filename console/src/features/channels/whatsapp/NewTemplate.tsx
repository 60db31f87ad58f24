import type { SubmitWhatsappTemplate } from "@parley/contract/whatsapp";
import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText, isRefused } from "../../session/failure-text.ts";
import { UnsavedMark } from "../../unsaved/UnsavedMark.tsx";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { type Draft, emptyDraft, TemplateMore } from "./TemplateMore.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { variablesIn } from "./template-variables.ts";

/** Title and text are required; the rest is behind "more". Enter submits. */
export function NewTemplate({ channelid, onClose }: { channelid: string; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const cache = useQueryClient();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [more, setMore] = useState(false);
  const [begun] = useState(() => emptyDraft(i18n.language));
  const [draft, setDraft] = useState<Draft>(begun);
  const [empty, setEmpty] = useState(false);
  const submit = useMutation({
    mutationFn: (body: SubmitWhatsappTemplate) => call("submitWhatsappTemplate", { body }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: keys.channels });
      toast(t("channelWhatsapp.template.submitted"));
      onClose();
    },
  });
  const changed = title !== "" || text !== "" || hashKey([draft]) !== hashKey([begun]);
  const variables = variablesIn(draft.header, text);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (submit.isPending) return;
    const template_title = title.trim();
    const template_text = text.trim();
    const missing =
      !template_title ||
      !template_text ||
      draft.buttons.some((button) => Object.values(button).some((value) => !value.trim()));
    setEmpty(missing);
    if (missing) submit.reset();
    else submit.mutate({ template_title, template_text, channelid, ...draft });
  };

  return (
    <form
      onSubmit={send}
      noValidate
      aria-label={t("channelWhatsapp.template.create")}
      className="grid gap-3 rounded-m border border-line p-4"
    >
      <Field
        ref={first}
        label={t("channelWhatsapp.template.title")}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        refused={isRefused(submit.error, "template_title")}
        autoComplete="off"
      />
      <LongField
        label={t("channelWhatsapp.template.text")}
        hint={t("channelWhatsapp.template.variables", { example: "{{client}}" })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send();
        }}
        maxLength={1024}
      />
      {variables.map((name) => (
        <Field
          key={name}
          label={t("channelWhatsapp.template.sample", { name })}
          value={draft.samples[name] ?? ""}
          onChange={(event) =>
            setDraft({ ...draft, samples: { ...draft.samples, [name]: event.target.value } })
          }
          maxLength={200}
          autoComplete="off"
        />
      ))}
      <Button
        look="quiet"
        className="-ml-2 justify-self-start"
        aria-expanded={more}
        icon={<ChevronDown size={16} className={more ? "rotate-180" : ""} />}
        onClick={() => setMore(!more)}
      >
        {t("channelWhatsapp.template.more")}
      </Button>
      {more && <TemplateMore draft={draft} onChange={setDraft} />}
      {(text.trim() || draft.header.trim()) && (
        <TemplatePreview parts={{ ...draft, body: text }} samples={draft.samples} />
      )}
      <FormMessage
        error={empty ? t("reasons.empty_field") : submit.error && failureText(submit.error, t)}
        notice={submit.isPending ? t("channelWhatsapp.template.submitting") : null}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <UnsavedMark changed={changed && !submit.isSuccess} />
        <Button onClick={() => leaveForm(onClose)}>{t("common.cancel")}</Button>
        <Button look="primary" type="submit" disabled={submit.isPending}>
          {t("channelWhatsapp.template.submit")}
        </Button>
      </div>
    </form>
  );
}
