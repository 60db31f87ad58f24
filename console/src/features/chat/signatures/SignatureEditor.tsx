import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { TextField } from "../mail-composer/TextField.tsx";
import { Toolbar } from "../mail-composer/Toolbar.tsx";
import { useMailEditor } from "../mail-composer/use-editor.ts";

type Props = {
  /** The saved HTML. */
  html: string;
  label: string;
  pending: boolean;
  onSave: (html: string) => void;
};

const variables = ["agent.first_name", "agent.last_name", "department.name", "company.name"] as const;
const longest = 20_000;

/** Text with layout and variables, which the server fills in when a mail is sent. */
export function SignatureEditor({ html: saved, label, pending, onSave }: Props) {
  const { t } = useTranslation();
  const [html, setHtml] = useState(saved);
  const { editor } = useMailEditor(html, {
    label,
    describes: {},
    onChange: setHtml,
    onKey: () => false,
    // A picture would be a file in every mail.
    onFiles: () => true,
    addressOf: () => null,
  });
  const tooLong = html.length > longest;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tooLong) onSave(html);
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="rounded-m border border-line-strong bg-raised focus-within:border-accent-text">
        <TextField editor={editor} empty={editor.isEmpty} placeholder={t("signature.placeholder")} />
        <div className="border-t border-line px-1 py-0.5 *:flex-wrap">
          <Toolbar editor={editor} />
        </div>
      </div>
      <fieldset className="flex flex-wrap items-center gap-1.5" aria-label={t("signature.variables")}>
        <span className="text-xs text-text-3">{t("signature.variables")}</span>
        {variables.map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => editor.chain().focus().insertContent(`{{${name}}}`).run()}
            className="rounded-chip border border-line-strong px-2 py-0.5 text-xs text-text-2 hover:bg-raised-2 hover:text-text max-phone:min-h-11"
          >
            {t(`signature.variable.${name.replace(".", "_") as "agent_first_name"}`)}
          </button>
        ))}
        <span className="flex-1" />
        {tooLong && (
          <span role="alert" className="text-xs text-danger">
            {t("signature.tooLong")}
          </span>
        )}
      </fieldset>
      <UnsavedBar
        changed={html !== saved}
        save={t("signature.save")}
        pending={pending}
        onDiscard={() => setHtml(saved)}
      />
    </form>
  );
}
