import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Logo } from "../../../ui/Logo.tsx";

/** Shown for an address that does not exist or belongs to another agent. */
export function NotFound({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <main className="grid h-full place-content-center justify-items-center gap-5 p-6 text-center">
      <Logo className="size-12" />
      <h1 className="text-xl font-semibold tracking-tight">{t("notFound.text")}</h1>
      <Link
        to={signedIn ? paths.workspace : paths.signIn}
        className="rounded-m bg-accent px-5 py-2.5 font-bold text-accent-ink"
      >
        {t(signedIn ? "notFound.toWorkspace" : "notFound.toSignIn")}
      </Link>
    </main>
  );
}
