import { unmetRules } from "@parley/contract/passwords";
import { Circle } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The rules that the typed password still breaks; nothing once it meets all. Needs the texts of `reasons`. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation();
  const unmet = unmetRules(password);
  return (
    <div id={id} aria-live="polite" className="text-s text-text-2">
      {unmet.length > 0 && (
        <>
          <p>{t("common.passwordMust")}</p>
          <ul className="mt-1.5 grid gap-1">
            {unmet.map((rule) => (
              <li key={rule.name} className="flex items-center gap-2">
                <Circle size={9} aria-hidden="true" className="mx-0.5 text-warn" />
                {t(`reasons.password_${rule.name}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
