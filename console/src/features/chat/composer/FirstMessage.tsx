import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { newId } from "../../../ui/new-id.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { failureText } from "../../session/failure-text.ts";
import { openToWrite } from "../../tickets/list/open-to-write.ts";

type Props = {
  to: { clientid: string; client_name: string; channelid: string; channel_name: string };
  text: string;
  setText: (text: string) => void;
  longest: number;
  onStarted: (ticketid: string) => void;
  onClose: () => void;
};

/** The first message of a new conversation with a client who wrote before. */
export function FirstMessage({ to, text, setText, longest, onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const phone = usePhone();
  const messageid = useRef(newId());
  const { channelid, clientid } = to;
  const tooLong = text.length > longest;
  const start = useMutation({
    mutationFn: (content: string) =>
      call("startConversation", { body: { channelid, clientid, content, messageid: messageid.current } }),
    onSuccess: ({ ticketid }) => {
      setText("");
      void cache.invalidateQueries({ queryKey: keys.openTickets });
      openToWrite(ticketid);
      onClose();
      onStarted(ticketid);
    },
    onError: (error) => {
      // The ticket may exist when no answer came: the same id finds it.
      if (error instanceof Refused) messageid.current = newId();
    },
  });

  function submit() {
    const content = text.trim();
    if (content && !tooLong && !start.isPending) start.mutate(content);
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) submit();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("composer.writeTo", { name: to.client_name })}
      description={t("composer.writeToHint", { name: to.channel_name })}
    >
      <div className="mt-4 grid gap-3">
        <LongField
          autoFocus
          dir="auto"
          rows={5}
          label={t("composer.label")}
          {...(!phone && { hint: t("composer.hint") })}
          value={text}
          readOnly={start.isPending}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={pressed}
        />
        {tooLong && (
          <p role="alert" className="text-s text-danger tabular-nums">
            {t("composer.tooLong", { count: text.length, max: longest })}
          </p>
        )}
        {start.error && (
          <p role="alert" className="text-s text-danger">
            {failureText(start.error, t)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="min-h-11" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            look="primary"
            className="min-h-11"
            icon={<SendHorizontal size={16} />}
            disabled={!text.trim() || tooLong || start.isPending}
            onClick={submit}
          >
            {t("composer.send")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
