import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { EntryLink } from "../sign-in/EntryLink.tsx";
import { EntryPage } from "../sign-in/EntryPage.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { type Entries, type Kept, keep, nothingEntered } from "./registration.ts";
import { VerifyAddress } from "./VerifyAddress.tsx";

/** Shows the form, then the code. The history entry keeps the form over a reload, but never the password. */
export function RegisterCompanyPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const kept = (useLocation().state as { kept?: Kept } | null)?.kept;
  const [entries, setEntries] = useState<Entries>({ ...nothingEntered, ...kept });
  const [sent, setSent] = useState(false);

  const showCodeStep = async (entered: Entries) => {
    setEntries(entered);
    setSent(true);
    await navigate(".", { replace: true, state: { kept: keep(entered) } });
  };
  const finish = () =>
    navigate(paths.signIn, { state: { email: entries.email.trim(), company: entries.companyName.trim() } });

  return (
    <EntryPage
      wide={!sent}
      title={t(sent ? "registration.verifyTitle" : "registration.title")}
      lead={sent ? t("registration.verifyLead", { email: entries.email.trim() }) : t("registration.lead")}
      footer={
        <p>
          {t("registration.haveAccount")}{" "}
          <EntryLink to={paths.signIn}>{t("registration.toSignIn")}</EntryLink>
        </p>
      }
    >
      {sent ? (
        <VerifyAddress entries={entries} onDone={finish} onBack={() => setSent(false)} />
      ) : (
        <CompanyForm
          entries={entries}
          again={kept !== undefined && !entries.password}
          onSent={showCodeStep}
        />
      )}
    </EntryPage>
  );
}
