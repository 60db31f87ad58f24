import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { CodeField } from "./CodeField.tsx";
import { FormMessage } from "./FormMessage.tsx";

type Props = {
  /** The texts of the field, of its button, and for an empty field. */
  texts: { code: string; submit: string; missing: string };
  error: string | null;
  notice: string | null;
  submitting: boolean;
  /** True once a new code was sent: the one in the field is no longer valid. */
  resent: boolean;
  onSubmit: (code: string) => void;
  /** Called before a code is checked, to remove the last attempt's message. */
  onAttempt: () => void;
  /** Further buttons, below the one that submits. */
  children: ReactNode;
};

/** Asks for a mailed code. */
export function CodeForm({ texts, error, notice, submitting, resent, onSubmit, onAttempt, children }: Props) {
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!resent) return;
    setCode("");
    setMissing(false);
  }, [resent]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    setMissing(!code);
    onAttempt();
    if (code) onSubmit(code);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <CodeField label={texts.code} value={code} onChange={setCode} autoFocus />
      <FormMessage error={missing ? texts.missing : error} notice={notice} />
      <Button look="primary" type="submit" disabled={submitting} className="h-11 w-full">
        {texts.submit}
      </Button>
      {children}
    </form>
  );
}
