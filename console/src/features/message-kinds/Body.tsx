import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { AudioPlayer } from "./AudioPlayer.tsx";
import { DocumentCard } from "./DocumentCard.tsx";
import { LocationCard } from "./LocationCard.tsx";
import { Picture } from "./Picture.tsx";
import { isPlayable } from "./playable.ts";
import { Text } from "./Text.tsx";

/** What a message says, by its kind. */
export function Body({ message }: { message: Message }) {
  switch (message.type) {
    case "text":
      return <Text text={message.content} />;
    case "image":
    case "video":
      // Too large or no longer available: show its name.
      if (!message.placeholder && !message.path)
        return <WithCaption message={message} body={<DocumentCard message={message} />} />;
      return <WithCaption message={message} body={<Picture message={message} />} />;
    case "audio":
      if (!message.placeholder && (!message.path || !isPlayable(message)))
        return <WithCaption message={message} body={<DocumentCard message={message} />} />;
      return <WithCaption message={message} body={<AudioPlayer message={message} />} />;
    case "document":
      return <WithCaption message={message} body={<DocumentCard message={message} />} />;
    case "location":
      return <LocationCard content={message.content} />;
    case "unsupported":
    case "deleted":
      return <Trace type={message.type} />;
    case "rating":
    case "close":
    case "reopen":
      return null;
  }
}

/** Stands where the client's message cannot be shown. */
function Trace({ type }: { type: "unsupported" | "deleted" }) {
  const { t } = useTranslation();
  return <p className="flex items-center gap-1.5 text-text-2 italic">{t(`tickets.preview.${type}`)}</p>;
}

function WithCaption({ message, body }: { message: Message; body: React.ReactNode }) {
  return (
    <>
      {body}
      {message.caption && (
        <div className="mt-1.5">
          <Text text={message.caption} />
        </div>
      )}
    </>
  );
}
