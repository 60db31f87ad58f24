import type { LoginAnswer } from "@parley/contract/sessions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { post, Unreachable } from "../../api/client.ts";
import { afterSignIn } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { forgetOthers } from "../messages/left-behind.ts";
import { Field } from "./Field.tsx";

type Credentials = { email: string; password: string };

export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [search] = useSearchParams();
  const [shown, setShown] = useState(false);
  const [missing, setMissing] = useState(false);
  const form = useForm<Credentials>({ defaultValues: { email: "", password: "" } });
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => post<LoginAnswer>("/auth/login", credentials),
    onSuccess: async ({ user }) => {
      forgetOthers(user.id);
      cache.clear();
      await navigate(afterSignIn(search), { replace: true });
    },
    onError: () => form.setFocus("password"),
  });
  const submit = form.handleSubmit((credentials) => {
    const incomplete = !credentials.email.trim() || !credentials.password;
    setMissing(incomplete);
    if (incomplete) signIn.reset();
    else signIn.mutate({ ...credentials, email: credentials.email.trim() });
  });
  const error = missing
    ? t("signIn.fillAll")
    : signIn.error && failure(signIn.error, t("common.unreachable"));

  return (
    <main className="grid min-h-full place-items-center overflow-auto bg-[radial-gradient(900px_480px_at_50%_-8%,var(--accent-soft),transparent_65%)] p-4">
      <div className="w-full max-w-[400px] animate-arrive">
        <Logo className="mx-auto size-12" />
        <h1 className="mt-5 text-center text-xl font-semibold tracking-tight">{t("signIn.title")}</h1>
        <p className="mt-1 text-center text-text-2">{t("signIn.lead")}</p>
        <form
          onSubmit={submit}
          noValidate
          className="mt-7 grid gap-4 rounded-card border border-line bg-pane p-6 shadow-float"
        >
          <Field
            label={t("signIn.email")}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.register("email")}
          />
          <Field
            label={t("signIn.password")}
            type={shown ? "text" : "password"}
            autoComplete="current-password"
            {...form.register("password")}
          >
            <IconButton label={t(shown ? "signIn.hide" : "signIn.show")} onClick={() => setShown(!shown)}>
              {shown ? <EyeOff size={17} /> : <Eye size={17} />}
            </IconButton>
          </Field>
          <p role="alert" className="min-h-5 text-s text-danger">
            {error}
          </p>
          <Button look="primary" type="submit" disabled={signIn.isPending} className="h-11 w-full">
            {t("signIn.submit")}
          </Button>
        </form>
        <p className="mt-5 text-center text-xs text-text-3">{t("signIn.version")}</p>
      </div>
    </main>
  );
}

function failure(error: Error, unreachable: string): string {
  return error instanceof Unreachable ? unreachable : error.message;
}
