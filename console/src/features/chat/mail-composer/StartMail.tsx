import type { ChannelRow } from "@parley/contract/channels";
import type { DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import type { Outgoing } from "@parley/contract/outgoing";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { newId } from "../../../ui/new-id.ts";
import { Select } from "../../../ui/Select.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { applyOutgoing } from "../../tickets/messages/outgoing-cache.ts";
import { takeBack as takeBackOutgoing } from "../../tickets/outgoing/outgoing.ts";
import { dropFirstMail, findFirstMail, keepFirstMail } from "../../tickets/sending/first-mail.ts";
import { MailForm } from "./MailForm.tsx";
import { beginDraft, isBlank } from "./mail-draft.ts";
import { Signature } from "./Signature.tsx";

type Props = {
  /** The accounts over which mails may begin a conversation; at least one. */
  accounts: ChannelRow[];
  /** The addressee, where known. */
  to?: string;
  onStarted: (ticketid: string) => void;
  onClose: () => void;
};

/** The ticket of a mail that was sent, or the mail that waits. */
type Begun = { ticketid: string | null } | Outgoing;

/** Writes first by mail: account, addresses, subject, text. The entries outlast the dialog. */
export function StartMail({ accounts, to = "", onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { takeBack } = useProfile();
  const [begun] = useState(() => beginFor(to));
  const [kept] = useState(() => findFirstMail(to));
  const [channelid, setChannelid] = useState(
    () => (accounts.find((one) => one.channelid === kept?.channelid) ?? accounts[0])?.channelid ?? "",
  );
  const [messageid, setMessageid] = useState(() => kept?.messageid ?? newId());
  const [text, setText] = useState(kept?.text ?? "");
  const [draft, setDraft] = useState<DraftMail>(kept?.mail ?? begun);
  useEffect(() => {
    if (isBlank(text, draft, begun)) dropFirstMail(to);
    else keepFirstMail(to, { messageid, channelid, text, mail: draft });
  }, [to, messageid, channelid, text, draft, begun]);
  const account = accounts.find((one) => one.channelid === channelid);
  const start = useMutation({
    mutationFn: async (chosen: string | undefined): Promise<Begun> => {
      const { to, cc, bcc, subject, html, files } = draft;
      const mail = {
        subject: subject.trim(),
        html,
        // The conversation is with the first address; the others take part in it.
        to,
        cc,
        bcc,
        fileids: files.map(({ fileid }) => fileid),
        messageid,
      };
      const leaves = chosen ?? (takeBack ? "held" : undefined);
      if (!leaves) return call("startConversation", { body: { channelid, mail } });
      const { outgoing, message } = await call("scheduleFirstMail", { body: { channelid, mail, leaves } });
      return outgoing ?? { ticketid: message?.ticketid ?? null };
    },
    onSuccess: (begun) => {
      dropFirstMail(to);
      if ("held" in begun) return waits(begun);
      void cache.invalidateQueries({ queryKey: keys.openTickets });
      if (begun.ticketid) onStarted(begun.ticketid);
      else onClose();
    },
    onError: (error) => {
      // The ticket may exist when no answer came: the same id finds it.
      if (error instanceof Refused) setMessageid(newId());
    },
  });

  /** It has no ticket yet: where it is taken back is said at once. */
  function waits(outgoing: Outgoing) {
    applyOutgoing(cache, { id: outgoing.userid }, outgoing);
    onClose();
    const { held, due_on } = outgoing;
    const actions = [
      { label: t("mailComposer.takeBack"), run: () => void takeBackOutgoing(cache, outgoing) },
    ];
    if (held) toast(t("mailComposer.held"), "neutral", { actions, hidesAfter: limits.takeBack });
    else toast(t("mailComposer.waits", { time: showDateTime(due_on ?? "") }), "neutral", { actions });
  }

  return (
    <Dialog open wide onClose={onClose} title={t("mailComposer.start")}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        {accounts.length > 1 && (
          <Select
            label={t("mailComposer.account")}
            value={channelid}
            options={accounts.map(({ channelid: value, name, username }) => ({
              value,
              label: username ? `${name} · ${username}` : name,
            }))}
            onChange={setChannelid}
          />
        )}
        <MailForm
          key={channelid}
          place={{ channelid }}
          draft={draft}
          text={text}
          participants={[]}
          mostFile={Number.POSITIVE_INFINITY}
          withSubject
          armed={!start.isPending && draft.to.length > 0 && draft.subject.trim() !== ""}
          onChange={(change, written) => {
            setDraft(change);
            if (written !== undefined) setText(written);
          }}
          onSend={(leaves) => start.mutate(leaves)}
          later
          below={<Signature departmentid={account?.departmentid ?? undefined} />}
        />
        {start.error && (
          <p role="alert" className="text-s text-danger">
            {failureText(start.error, t)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const beginFor = (to: string): DraftMail => ({
  ...beginDraft("reply", null, []),
  to: to ? [{ name: null, address: to }] : [],
});
