import type { VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import { t } from "../texts.ts";
import { Actions } from "./Actions.tsx";
import { Attachment } from "./Attachment.tsx";
import { typeName } from "./Home.tsx";
import { Icon } from "./icons.tsx";
import { Linked } from "./Linked.tsx";
import { clockTime } from "./times.ts";
import type { Writing } from "./writing.ts";

type BubbleProps = {
  message: VisitorMessage;
  first: boolean;
  end: boolean;
  conversation: VisitorConversation | null;
  write: (writing: Writing) => void;
};

export function Bubble({ message, first, end, conversation, write }: BubbleProps) {
  const { type, mine, author, automatic } = message;
  const event = eventText(message);
  if (event) return <p class="sys">{event}</p>;
  const side = mine ? "me" : automatic ? "them auto" : "them";
  return (
    <>
      {first && !mine && <p class="by">{automatic ? t("chat.automatic") : (author ?? "")}</p>}
      <div class={`line ${mine ? "mine" : ""}`}>
        <div class={`m ${side} ${type === "deleted" ? "gone" : ""}`}>
          {mine && <span class="hidden">{t("message.you")}: </span>}
          {message.reply_to && <Quote quote={message.reply_to} />}
          <Content message={message} />
          <Reactions message={message} />
        </div>
        {type !== "deleted" && <Actions message={message} write={write} />}
      </div>
      {end && (
        <p class={`at ${mine ? "mine" : ""}`}>
          {[
            clockTime(message.created_on),
            message.edited_on && t("status.edited"),
            mine && receipt(message, conversation),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </>
  );
}

function Content({ message }: { message: VisitorMessage }) {
  const { type, content, caption } = message;
  if (type === "text") return <Linked text={content} />;
  if (type === "deleted") return <i>{t("message.deleted")}</i>;
  if (type === "location") return <Location content={content} />;
  return (
    <>
      <Attachment message={message} />
      {caption && <Linked text={caption} />}
    </>
  );
}

export function Quote({ quote }: { quote: NonNullable<VisitorMessage["reply_to"]> }) {
  return (
    <blockquote>
      {quote.mine && <b>{t("message.you")}: </b>}
      {quote.excerpt || typeName(quote.type)}
    </blockquote>
  );
}

function Reactions({ message: { reaction, agent_reaction } }: { message: VisitorMessage }) {
  const given = [...new Set([reaction, agent_reaction].filter((one) => one !== null))];
  if (given.length === 0) return null;
  return (
    <span class="reactions">
      {given.map((emoji) => (
        <span key={emoji} role="img" aria-label={t("message.reaction", { emoji })}>
          {emoji}
        </span>
      ))}
    </span>
  );
}

function Location({ content }: { content: string }) {
  const { latitude, longitude, name, address } = JSON.parse(content) as Record<string, string | number>;
  const at = `${Number(latitude)}/${Number(longitude)}`;
  return (
    <a
      class="file"
      target="_blank"
      rel="noopener noreferrer"
      href={`https://www.openstreetmap.org/?mlat=${Number(latitude)}&mlon=${Number(longitude)}#map=16/${at}`}
    >
      <Icon name="place" />
      <span>
        <b>{name ?? t("type.location")}</b>
        <small>{address ?? t("viewer.map")}</small>
      </span>
    </a>
  );
}

function eventText({ type, author, content, created_on }: VisitorMessage): string | null {
  const time = clockTime(created_on);
  if (type === "close")
    return author ? t("chat.closed_by", { name: author, time }) : t("chat.closed", { time });
  if (type === "reopen") return t("chat.reopened", { time });
  if (type === "rating") return t("message.rated", { stars: "★".repeat(Number(content)) });
  return null;
}

function receipt({ seq }: VisitorMessage, conversation: VisitorConversation | null): string {
  const { delivered, read } = conversation?.seen ?? { delivered: 0, read: 0 };
  if (seq <= read) return t("status.read");
  return seq <= delivered ? t("status.delivered") : t("status.sent");
}
