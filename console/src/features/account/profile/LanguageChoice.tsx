import type { Language } from "@parley/contract/sessions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { languageNames } from "../../../i18n/language-names.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";

export function LanguageChoice({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { lang } = useProfile();
  const choose = useChangeLanguage(lang);
  return (
    <section
      aria-labelledby="languages"
      className="rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <div className="flex items-center gap-2">
        <IconButton label={t("profile.back")} onClick={onLeave} autoFocus>
          <ArrowLeft size={18} />
        </IconButton>
        <h1 id="languages" className="text-l font-semibold tracking-tight">
          {t("profile.language")}
        </h1>
      </div>
      <ul className="mt-4 grid grid-cols-2 gap-2 max-phone:grid-cols-1">
        {(Object.keys(languageNames) as Language[]).map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-current={language === lang ? "true" : undefined}
              onClick={() => choose(language)}
              className={`flex h-12 w-full items-center justify-between gap-3 rounded-m border px-4 text-left font-medium transition duration-150 ${language === lang ? "border-accent-text bg-accent-soft text-accent-text" : "border-line hover:bg-raised"}`}
            >
              {languageNames[language]}
              {language === lang && <Check size={18} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Switches at once, here and in the agent's other tabs; reverts when the server refuses. */
function useChangeLanguage(before: Language) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const show = (lang: Language) => {
    cache.setQueryData(profileQuery.queryKey, (old) => old && { ...old, lang });
    return changeLanguage(lang);
  };
  const change = useMutation({
    mutationFn: (lang: Language) => call("changeLanguage", { body: { lang } }),
    onMutate: show,
    onError: async (error) => {
      await show(before);
      toast(failureText(error, t), "danger");
    },
  });
  return (lang: Language) => {
    if (lang !== before) change.mutate(lang);
  };
}
