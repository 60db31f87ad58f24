import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { EntryLink } from "../sign-in/EntryLink.tsx";
import { EntryPage } from "../sign-in/EntryPage.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { EmailStep } from "./EmailStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";

/** The visitor's step; kept in the history entry, so that a reload keeps it. */
type Way = { step: "email" | "code" | "password"; email: string; notice: string | null };

const start: Way = { step: "email", email: "", notice: null };
const steps = { email: 1, code: 2, password: 3 } as const;

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const way = (useLocation().state as Way | null) ?? start;
  const { step, email, notice } = way.step in steps && (way.email || way.step === "email") ? way : start;
  const go = (next: Way) => navigate(".", { state: next });

  return (
    <EntryPage
      title={t("passwordReset.title")}
      lead={t(`passwordReset.lead.${step}`)}
      footer={<EntryLink to={paths.signIn}>{t("passwordReset.toSignIn")}</EntryLink>}
    >
      <p className="mb-4 text-xs text-text-3">{t("passwordReset.step", { step: steps[step] })}</p>
      {step === "email" && (
        <EmailStep
          email={email}
          onSent={(address, sent) => go({ step: "code", email: address, notice: sent })}
        />
      )}
      {step === "code" && (
        <CodeStep
          email={email}
          notice={notice}
          onBack={() => go({ ...start, email })}
          onVerified={() => go({ step: "password", email, notice: t("passwordReset.verified") })}
        />
      )}
      {step === "password" && (
        <PasswordStep
          email={email}
          notice={notice}
          onAgain={() => go({ ...start, email })}
          onDone={() => navigate(paths.signIn, { replace: true, state: { email } })}
        />
      )}
    </EntryPage>
  );
}
