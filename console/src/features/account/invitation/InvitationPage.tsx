import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { EntryLink } from "../sign-in/EntryLink.tsx";
import { EntryPage } from "../sign-in/EntryPage.tsx";
import { LinkOpening } from "../sign-in/LinkOpening.tsx";
import { useLink } from "../sign-in/link.ts";
import { AcceptForm } from "./AcceptForm.tsx";

/** The page that an invitation's link opens. */
export function InvitationPage() {
  const { t } = useTranslation();
  const link = useLink("openInvitation");
  const { token, data } = link;
  return (
    <EntryPage
      title={data ? t("invitation.title", { company: data.companyName }) : t("invitation.plainTitle")}
      lead={data ? t("invitation.lead", { name: data.firstName }) : ""}
      footer={<EntryLink to={paths.signIn}>{t("invitation.toSignIn")}</EntryLink>}
    >
      <LinkOpening link={link} label={t("invitation.loading")} />
      {data && <AcceptForm token={token} email={data.email} />}
    </EntryPage>
  );
}
