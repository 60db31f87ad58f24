import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { useMayReact, useReact } from "./reactions.ts";

type Props = { ticket: Ticket; message: Message };

const chip = "rounded-full border bg-raised-2 px-1.5 text-xs leading-5 [font-variant-emoji:emoji]";

/** The client's reaction and the desk's, on the lower edge of the bubble. A press removes the desk's. */
export function Reactions({ ticket, message }: Props) {
  const { t } = useTranslation();
  const mayReact = useMayReact(ticket, message);
  const react = useReact();
  const { reaction, agent_reaction: own, agent_reaction_reason: failure } = message;
  if (!reaction && !own) return null;
  const colour = failure ? "border-danger" : "border-accent-text";
  return (
    <span className="absolute -bottom-3 left-3 flex gap-1">
      {reaction && (
        <span className={`${chip} border-line-strong`}>
          <span className="sr-only">{t("message.reaction", { emoji: reaction })}</span>
          <span aria-hidden="true">{reaction}</span>
        </span>
      )}
      {own && (
        <button
          type="button"
          disabled={!mayReact}
          aria-label={t(mayReact ? "message.takeBack" : "message.ownReaction", { emoji: own })}
          title={mayReact ? t("message.takeBack", { emoji: own }) : undefined}
          onClick={() => react.mutate({ message, reaction: null })}
          className={`${chip} ${colour} relative flex items-center gap-1 before:absolute before:-inset-x-3 before:-inset-y-3`}
        >
          {own}
          {failure && <TriangleAlert size={11} aria-hidden="true" className="text-danger" />}
        </button>
      )}
    </span>
  );
}

/** The reason why the client does not see the desk's reaction. */
export function ReactionTrouble({ ticket, message }: Props) {
  const { t } = useTranslation();
  const mayReact = useMayReact(ticket, message);
  const react = useReact();
  const { agent_reaction: reaction, agent_reaction_reason: failure, isagent } = message;
  if (!failure) return null;
  return (
    <p
      className={`mt-4 flex max-w-[64%] items-center gap-2 text-xs text-danger max-phone:max-w-[86%] ${isagent ? "self-end" : "self-start"}`}
    >
      <span>{t("message.reactionFailed", { reason: reasonText(t, failure, "") })}</span>
      {mayReact && (
        <Button size="small" disabled={react.isPending} onClick={() => react.mutate({ message, reaction })}>
          {t("message.retry")}
        </Button>
      )}
    </p>
  );
}
