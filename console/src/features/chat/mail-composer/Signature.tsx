import { useQuery } from "@tanstack/react-query";
import { EditorContent, useEditor } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import { signatureQuery } from "./signature-query.ts";
import { textKinds } from "./use-editor.ts";

/** The signature that is put below the mail when it is sent, as its readers will see it. */
export function Signature({ departmentid }: { departmentid: string | undefined }) {
  const { data } = useQuery(signatureQuery(departmentid));
  if (!data?.shown) return null;
  return <Shown key={data.shown} html={data.shown} />;
}

/** Through the editor, which keeps what a mail's text may have and drops all else. */
function Shown({ html }: { html: string }) {
  const { t } = useTranslation();
  const editor = useEditor({
    extensions: [textKinds],
    content: html,
    editable: false,
    injectCSS: false,
    editorProps: { attributes: { class: "mail-text", tabindex: "-1" } },
  });
  return (
    <section
      aria-label={t("mailComposer.signature")}
      className="max-h-20 overflow-y-auto px-3.5 pb-1.5 text-s text-text-3"
    >
      <EditorContent editor={editor} />
    </section>
  );
}
