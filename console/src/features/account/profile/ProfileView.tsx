import { ChevronRight, Pencil } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../i18n/language-names.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useProfile } from "../../session/viewer.ts";
import { PendingAddress } from "./PendingAddress.tsx";
import { ProfileRow } from "./ProfileRow.tsx";
import { TakeBackChoice } from "./TakeBackChoice.tsx";

const OwnAway = lazyPart(async () => (await import("./OwnAway.tsx")).OwnAway, "routing", "reasons");

export function ProfileView({ onMode }: { onMode: (mode: "edit" | "language") => void }) {
  const { t } = useTranslation();
  const { firstName, lastName, email, departmentName, license, companyName, profilePic, lang, pendingEmail } =
    useProfile();
  const name = `${firstName} ${lastName}`;
  return (
    <section aria-labelledby="own-name" className="rounded-card border border-line bg-pane">
      <div className="flex flex-wrap items-center gap-4 border-b border-line p-5 max-phone:p-4">
        <Avatar name={name} picture={profilePic} size={96} />
        <div className="min-w-0 flex-1 basis-40">
          <h1 id="own-name" className="text-xl font-semibold tracking-tight wrap-anywhere">
            {name}
          </h1>
          <p className="mt-0.5 text-s text-text-3">{t("profile.managedBy", { company: companyName })}</p>
        </div>
        <Button icon={<Pencil size={15} />} onClick={() => onMode("edit")}>
          {t("profile.edit")}
        </Button>
      </div>
      <dl className="divide-y divide-line px-5 max-phone:px-4">
        <ProfileRow label={t("profile.name")}>{name}</ProfileRow>
        <ProfileRow label={t("profile.email")}>
          {email}
          {pendingEmail && <PendingAddress email={pendingEmail} />}
        </ProfileRow>
        <ProfileRow label={t("profile.department")}>{departmentName}</ProfileRow>
        <ProfileRow label={t("profile.license")}>{license}</ProfileRow>
        <ProfileRow label={t("profile.language")}>
          <button
            type="button"
            onClick={() => onMode("language")}
            aria-label={t("profile.changeLanguage", { language: languageNames[lang] })}
            className="-my-2 -ml-2 inline-flex min-h-9 items-center gap-1.5 rounded-m px-2 font-medium text-accent-text transition duration-150 hover:bg-raised-2 max-phone:min-h-11"
          >
            <span lang={lang}>{languageNames[lang]}</span>
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </ProfileRow>
        <Suspense>
          <OwnAway />
        </Suspense>
        <ProfileRow label={t("profile.takeBack")}>
          <TakeBackChoice />
        </ProfileRow>
      </dl>
    </section>
  );
}
