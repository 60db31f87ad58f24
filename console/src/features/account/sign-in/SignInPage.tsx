import type { SessionEnd } from "@parley/contract/sessions";
import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { call } from "../../../api/client.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { failureText } from "../../session/failure-text.ts";
import { useClearOnSignOut } from "./clear-on-sign-out.ts";
import { useCompleteSignIn } from "./complete-sign-in.ts";
import { EntryLink } from "./EntryLink.tsx";
import { EntryPage } from "./EntryPage.tsx";

type Credentials = { email: string; password: string };

const ConfirmAddress = lazyPart(
  async () => (await import("./ConfirmAddress.tsx")).ConfirmAddress,
  "address",
  "twoStep",
);
const TwoStepCode = lazyPart(async () => (await import("./TwoStepCode.tsx")).TwoStepCode, "twoStep");

export function SignInPage() {
  const { t } = useTranslation();
  const entered = useCompleteSignIn();
  useClearOnSignOut();
  const [asked, setAsked] = useState<"address" | "secondStep" | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const [missing, setMissing] = useState(false);
  // The address is filled in after registering or setting a password.
  const {
    email = "",
    why,
    company,
  } = (useLocation().state as { email?: string; why?: SessionEnd; company?: string } | null) ?? {};
  const form = useForm<Credentials>({ defaultValues: { email, password: "" } });
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => call("signIn", { body: credentials }),
    onMutate: () => setOver(null),
    onSuccess: (result) => {
      if ("confirmAddress" in result) return setAsked("address");
      if ("twoStep" in result) return setAsked("secondStep");
      return entered(result);
    },
    onError: () => form.setFocus("password"),
  });
  const submit = form.handleSubmit((credentials) => {
    const incomplete = !credentials.email.trim() || !credentials.password;
    setMissing(incomplete);
    if (incomplete) signIn.reset();
    else signIn.mutate({ ...credentials, email: credentials.email.trim() });
  });
  const error = missing ? t("signIn.fillAll") : (over ?? (signIn.error && failureText(signIn.error, t)));

  if (asked) {
    const leave = (reason: string | null) => {
      setAsked(null);
      setOver(reason);
      form.resetField("password");
    };
    return (
      <Suspense>
        {asked === "address" ? (
          <ConfirmAddress
            email={form.getValues("email").trim()}
            onEnded={leave}
            onTwoStep={() => setAsked("secondStep")}
          />
        ) : (
          <TwoStepCode onEnded={leave} />
        )}
      </Suspense>
    );
  }
  return (
    <EntryPage
      title={t("signIn.title")}
      lead={t("signIn.lead")}
      footer={
        <>
          <p>
            {t("signIn.noCompany")} <EntryLink to={paths.registerCompany}>{t("signIn.register")}</EntryLink>
          </p>
          <p className="text-xs text-text-3">
            {t("signIn.version")} ·{" "}
            <a href="/user-guide.pdf" target="_blank" rel="noreferrer" className="underline">
              {t("shell.userGuide")}
            </a>
          </p>
        </>
      }
    >
      {company && (
        <p role="status" className="mb-4 rounded-m border border-line-strong bg-raised px-3.5 py-2.5 text-s">
          {t("signIn.registered", { company })}
        </p>
      )}
      {why && why !== "signed_out" && !signIn.isError && (
        <p role="status" className="mb-4 rounded-m border border-line-strong bg-raised px-3.5 py-2.5 text-s">
          {t(`signIn.over.${why}`)}
        </p>
      )}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={t("signIn.email")}
          type="email"
          autoComplete="username"
          maxLength={254}
          autoFocus={!email}
          {...form.register("email")}
        />
        <Field
          label={t("signIn.password")}
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          maxLength={1024}
          autoFocus={Boolean(email)}
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
        <p className="text-center text-s">
          <EntryLink to={paths.forgotPassword}>{t("signIn.forgot")}</EntryLink>
        </p>
      </form>
    </EntryPage>
  );
}
