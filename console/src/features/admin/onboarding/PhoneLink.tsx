import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Opens the phone of a simulated client in a separate window. */
export function PhoneLink({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 items-center gap-2 justify-self-start font-semibold text-accent-text hover:underline"
    >
      {t("onboarding.phone")}
      <ExternalLink size={15} aria-hidden="true" />
    </a>
  );
}
