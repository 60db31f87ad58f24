import { useQuery } from "@tanstack/react-query";
import { EditorContent, useEditor } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import { useScrollStop } from "../../../ui/use-scroll-stop.ts";
import { signatureQuery } from "./signature-query.ts";
import { textKinds } from "./use-editor.ts";

/** The signature that sending adds below the mail, as its readers will see it. */
export function Signature({ departmentid }: { departmentid: string | undefined }) {
  const { data } = useQuery(signatureQuery(departmentid));
  if (!data?.shown) return null;
  return <Shown key={data.shown} html={data.shown} />;
}

/** Shows the HTML through the editor, which keeps the parts that a mail's text may have and drops the rest. */
function Shown({ html }: { html: string }) {
  const { t } = useTranslation();
  const stop = useScrollStop<HTMLElement>();
  const editor = useEditor({
    extensions: [textKinds],
    content: html,
    editable: false,
    injectCSS: false,
    editorProps: { attributes: { class: "mail-text", tabindex: "-1" } },
  });
  return (
    <section
      {...stop}
      aria-label={t("mailComposer.signature")}
      className="max-h-20 overflow-y-auto px-3.5 pb-1.5 text-s text-text-3"
    >
      <EditorContent editor={editor} />
    </section>
  );
}
