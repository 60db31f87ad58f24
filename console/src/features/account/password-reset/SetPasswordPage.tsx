import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { EntryLink } from "../sign-in/EntryLink.tsx";
import { EntryPage } from "../sign-in/EntryPage.tsx";
import { LinkOpening } from "../sign-in/LinkOpening.tsx";
import { useLink } from "../sign-in/link.ts";
import { PasswordStep } from "./PasswordStep.tsx";

/** The page that a password reset mail of an administrator opens. */
export function SetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = useLink("openReset");
  const { data } = link;
  return (
    <EntryPage
      title={t("passwordReset.linkTitle")}
      lead={data ? t("passwordReset.linkLead", { email: data.email }) : ""}
      footer={<EntryLink to={paths.signIn}>{t("passwordReset.toSignIn")}</EntryLink>}
    >
      <LinkOpening link={link} label={t("passwordReset.linkLoading")} />
      {data && (
        <PasswordStep
          email={data.email}
          notice={null}
          onAgain={() => navigate(paths.forgotPassword)}
          onDone={() => navigate(paths.signIn, { replace: true, state: { email: data.email } })}
        />
      )}
    </EntryPage>
  );
}
