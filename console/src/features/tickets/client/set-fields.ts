import type { FieldValue } from "@parley/contract/field-values";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "../list/cache.ts";
import { refetchClient } from "./refetch-client.ts";

type SetField = (fieldid: string, value: FieldValue | null) => Promise<boolean>;

/** Sets a field of a ticket. A refusal is said. */
export function useSetTicketField(ticketid: string): SetField {
  const cache = useQueryClient();
  const viewer = useViewer();
  const saying = useSaying();
  return (fieldid, value) =>
    saying(async () =>
      put(cache, viewer, await call("setTicketField", { body: { ticketid, fieldid, value } })),
    );
}

/** Sets a field of a client. A refusal is said. */
export function useSetClientField(clientid: string): SetField {
  const cache = useQueryClient();
  const saying = useSaying();
  return (fieldid, value) =>
    saying(async () => {
      await call("setClientField", { body: { clientid, fieldid, value } });
      await refetchClient(cache, { clientid });
    });
}

function useSaying() {
  const { t } = useTranslation();
  return async (run: () => Promise<void>) => {
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast(t("fields.failed", { reason: failureText(error, t) }), "danger");
      return false;
    }
  };
}
