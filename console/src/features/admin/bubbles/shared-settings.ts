import type { Body } from "@parley/contract/calls/table";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { upload } from "../../../api/upload.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** The changes of an administrator. What the server refuses is said, and leaves the screen as it is. */
export function useSharedSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.sharedBubbles }),
    onError: (error: Error) => toast(t("bubbles.changeFailed", { reason: failureText(error, t) }), "danger"),
  };
  const save = useMutation({
    mutationFn: ({ bubbleid, ...words }: Body<"createSharedBubble"> & { bubbleid?: string }) =>
      bubbleid
        ? call("updateSharedBubble", { body: { ...words, bubbleid } })
        : call("createSharedBubble", { body: words }),
    ...change,
  });
  const remove = useMutation({
    mutationFn: (bubbleid: string) => call("deleteSharedBubble", { body: { bubbleid } }),
    ...change,
  });
  const addFile = useMutation({
    mutationFn: ({ bubbleid, file }: { bubbleid: string; file: File }) =>
      upload("addBubbleFile", { fields: { bubbleid }, file }),
    ...change,
  });
  const removeFile = useMutation({
    mutationFn: (body: Body<"removeBubbleFile">) => call("removeBubbleFile", { body }),
    ...change,
  });
  const importFile = useMutation({
    mutationFn: (file: File) => upload("importBubbles", { fields: {}, file }),
    ...change,
  });
  return { save, remove, addFile, removeFile, importFile };
}
