import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Logo } from "../../../ui/Logo.tsx";

const sections = ["service", "account", "conduct", "data", "availability", "end"] as const;

/** The terms, shown where the operator sets no TERMS_URL. */
export function TermsPage() {
  const { t } = useTranslation();
  return (
    <main className="h-full overflow-auto p-6">
      <article className="mx-auto max-w-[640px] animate-arrive py-6">
        <Logo className="size-10" />
        <h1 className="mt-5 text-xl font-semibold tracking-tight">{t("terms.title")}</h1>
        <p className="mt-2 text-text-2">{t("terms.lead")}</p>
        {sections.map((section) => (
          <section key={section} className="mt-6">
            <h2 className="text-l font-semibold tracking-tight">{t(`terms.${section}.title`)}</h2>
            <p className="mt-1.5 text-text-2">{t(`terms.${section}.text`)}</p>
          </section>
        ))}
        <Link
          to={paths.registerCompany}
          className="mt-8 inline-block font-semibold text-accent-text hover:underline max-phone:py-3"
        >
          {t("terms.toRegistration")}
        </Link>
      </article>
    </main>
  );
}
