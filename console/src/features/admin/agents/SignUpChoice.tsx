import { useTranslation } from "react-i18next";

export type Way = "password" | "invite";

type Props = { way: Way; onChange: (way: Way) => void };

/** Chooses whether the administrator sets a password or the colleague does. */
export function SignUpChoice({ way, onChange }: Props) {
  const { t } = useTranslation();
  const ways = { password: t("adminAgents.wayPassword"), invite: t("adminAgents.wayInvite") } as const;
  return (
    <fieldset className="grid grid-cols-2 rounded-m bg-raised p-[3px] text-s">
      <legend className="sr-only">{t("adminAgents.way")}</legend>
      {Object.entries(ways).map(([value, label]) => (
        <label
          key={value}
          className="cursor-pointer rounded-[7px] px-2 py-1.5 text-center text-balance text-text-2 transition duration-150 hover:text-text has-checked:bg-raised-2 has-checked:font-semibold has-checked:text-text has-checked:shadow-[0_1px_0_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-accent-text max-phone:grid max-phone:min-h-11 max-phone:place-items-center"
        >
          <input
            type="radio"
            name="way"
            value={value}
            checked={way === value}
            onChange={() => onChange(value as Way)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
