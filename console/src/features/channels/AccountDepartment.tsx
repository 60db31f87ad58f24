import type { ChannelRow } from "@parley/contract/channels";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../api/queries.ts";
import { Select } from "../../ui/Select.tsx";
import { useChangeAccount } from "./use-change-account.ts";

const first = "first";

/** Chooses the department of an account's new tickets. */
export function AccountDepartment({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const { name, departmentid } = account;
  const { data: departments = [] } = useQuery(departmentsQuery);
  const change = useChangeAccount(account);
  return (
    <>
      <div>
        <h3 className="text-s font-semibold">{t("channels.departmentShort")}</h3>
        <p className="mt-0.5 text-xs text-text-3">{t("channels.departmentHint")}</p>
      </div>
      <Select
        label={t("channels.department", { name })}
        value={departmentid ?? first}
        options={[
          { value: first, label: t("channels.firstDepartment") },
          ...departments.map((one) => ({ value: one.departmentid, label: one.department_name })),
        ]}
        onChange={(to) => change.mutate({ departmentid: to === first ? null : to })}
        className="w-full"
      />
    </>
  );
}
