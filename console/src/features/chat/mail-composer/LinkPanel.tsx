import type { Editor } from "@tiptap/react";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Panel } from "../composer/Panel.tsx";
import { linkOf } from "./link.ts";

type Props = { editor: Editor; anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** Makes the selected text a link, or inserts the address at the cursor; an empty address removes the link. */
export function LinkPanel({ editor, anchor, onClose }: Props) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(String(editor.getAttributes("link").href ?? ""));
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLElement>(editor.view.dom);

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const href = linkOf(address);
    if (address.trim() && !href) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange("link");
    if (!href) chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      chain
        .insertContent({ type: "text", text: address.trim(), marks: [{ type: "link", attrs: { href } }] })
        .run();
    else chain.setLink({ href }).run();
    onClose();
  }

  return (
    <Panel label={t("mailComposer.link")} anchor={anchor} field={field} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-3 p-4">
        <Field
          label={t("mailComposer.linkAddress")}
          value={address}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={2000}
          aria-invalid={wrong || undefined}
          onChange={({ target }) => {
            setAddress(target.value);
            setWrong(false);
          }}
        />
        {wrong && (
          <p role="alert" className="text-s text-danger">
            {t("mailComposer.brokenLink")}
          </p>
        )}
        <Button look="primary" type="submit" className="justify-self-end">
          {t(address.trim() || !editor.isActive("link") ? "mailComposer.setLink" : "mailComposer.removeLink")}
        </Button>
      </form>
    </Panel>
  );
}
