import type { OpeningHours as Hours } from "@parley/contract/open-days";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys, openingHoursQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { HoursForm } from "./HoursForm.tsx";

const company = "company";

/** The opening hours of the company, and the departments with their own hours. */
export function OpeningHours() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(company);
  const { data, isPending, refetch } = useQuery(openingHoursQuery);
  const change = useMutation({
    mutationFn: ({ of, hours }: { of: string; hours: Hours | null }) =>
      of === company
        ? call("changeOpeningHours", { body: { hours } })
        : call("changeDepartmentHours", { body: { departmentid: of, hours } }),
    onSuccess: (saved) => {
      cache.setQueryData(keys.openingHours, saved);
      toast(t("openingHours.saved"));
    },
  });
  if (isPending) return <Skeleton className="h-96 max-w-3xl rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("openingHours.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const department = data.departments.find(({ departmentid }) => departmentid === chosen);
  const of = department?.departmentid ?? company;
  return (
    <div className="grid max-w-3xl gap-4">
      <p className="text-s text-text-2">{t("openingHours.hint")}</p>
      <Select
        label={t("openingHours.of")}
        value={of}
        options={[
          { value: company, label: t("openingHours.company") },
          ...data.departments.map(({ departmentid, department_name, hours }) => ({
            value: departmentid,
            label: hours ? t("openingHours.withOwn", { name: department_name }) : department_name,
          })),
        ]}
        onChange={(next) =>
          leaveForm(() => {
            change.reset();
            setChosen(next);
          })
        }
        className="w-80 max-w-full"
      />
      <HoursForm
        key={of}
        saved={department ? department.hours : data.company}
        inherited={department ? data.company : null}
        isDepartment={department !== undefined}
        zone={data.company?.time_zone ?? data.time_zone}
        saving={change.isPending}
        error={change.error && failureText(change.error, t)}
        onSave={(hours) => change.mutate({ of, hours })}
      />
    </div>
  );
}
