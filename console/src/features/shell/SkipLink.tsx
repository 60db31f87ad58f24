import { useTranslation } from "react-i18next";

/** For those who come by keyboard: past the lists. The address stays, for it says which ticket is open. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#chat"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("chat")?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-accent focus:px-4 focus:py-2 focus:font-bold focus:text-accent-ink"
    >
      {t("shell.skip")}
    </a>
  );
}
