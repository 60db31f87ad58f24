import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { departmentsQuery, keys } from "../../../api/queries.ts";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useUnsaved } from "../../unsaved/unsaved.ts";
import { SignatureEditor } from "./SignatureEditor.tsx";

/** The signature of each department, one at a time. */
export function DepartmentSignatures() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  /** Unsaved text by department. */
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.signatures, "departments"],
    queryFn: ({ signal }) => call("listSignatures", { signal }),
  });
  const save = useMutation({
    mutationFn: (body: { departmentid: string; html: string }) => call("saveDepartmentSignature", { body }),
    onSuccess: (_saved, body) => {
      setDrafts(({ [body.departmentid]: draft, ...others }) =>
        draft === undefined || draft === body.html ? others : { ...others, [body.departmentid]: draft },
      );
      toast(t("signature.saved"));
      return cache.invalidateQueries({ queryKey: keys.signatures });
    },
    onError: (error) => toast(t("signature.failed", { reason: failureText(error, t) }), "danger"),
  });
  const savedOf = (id: string) => data?.find((one) => one.departmentid === id)?.html ?? "";
  useUnsaved(Object.entries(drafts).some(([id, html]) => html !== savedOf(id)));
  const departmentid = departments.some((one) => one.departmentid === chosen)
    ? chosen
    : (departments[0]?.departmentid ?? null);
  if (departmentid === null) return null;
  const html = savedOf(departmentid);
  return (
    <section
      aria-label={t("signature.ofDepartments")}
      className="mt-5 max-w-3xl rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <h2 className="text-l font-semibold tracking-tight">{t("signature.ofDepartments")}</h2>
      <p className="mt-0.5 mb-3 text-s text-text-2">{t("signature.departmentHint")}</p>
      <Select
        label={t("signature.department")}
        value={departmentid}
        options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
        onChange={setChosen}
        className="mb-3 w-72 max-w-full"
      />
      {isError && !data && <LoadFailed text={t("signature.loadFailed")} onRetry={refetch} />}
      {!isError && !data && <Skeleton className="h-28" />}
      {data && (
        <SignatureEditor
          key={`${departmentid} ${html}`}
          html={html}
          draft={drafts[departmentid]}
          onDraft={(next) => setDrafts((before) => ({ ...before, [departmentid]: next }))}
          label={t("signature.ofDepartments")}
          pending={save.isPending}
          onSave={(next) => save.mutate({ departmentid, html: next })}
        />
      )}
    </section>
  );
}
