import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { SignatureEditor } from "./SignatureEditor.tsx";

/** The signature of a department, below those of its agents. */
export function DepartmentSignature({ departmentid }: { departmentid: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.signatures, "departments"],
    queryFn: ({ signal }) => call("listSignatures", { signal }),
  });
  const save = useMutation({
    mutationFn: (html: string) => call("saveDepartmentSignature", { body: { departmentid, html } }),
    onSuccess: () => {
      toast(t("signature.saved"));
      return cache.invalidateQueries({ queryKey: keys.signatures });
    },
    onError: (error) => toast(t("signature.failed", { reason: failureText(error, t) }), "danger"),
  });
  return (
    <section
      aria-label={t("signature.title")}
      className="mt-4 rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <h2 className="text-l font-semibold tracking-tight">{t("signature.title")}</h2>
      <p className="mt-0.5 mb-3 text-s text-text-2">{t("signature.departmentHint")}</p>
      {isError && !data && <LoadFailed text={t("signature.loadFailed")} onRetry={refetch} />}
      {!isError && !data && <Skeleton className="h-28" />}
      {data && (
        <SignatureEditor
          html={data.find((one) => one.departmentid === departmentid)?.html ?? ""}
          label={t("signature.title")}
          pending={save.isPending}
          onSave={save.mutate}
        />
      )}
    </section>
  );
}
