import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { AudioPlayer } from "./AudioPlayer.tsx";
import { DocumentCard } from "./DocumentCard.tsx";
import { LocationCard } from "./LocationCard.tsx";
import { Picture } from "./Picture.tsx";
import { isPlayable } from "./playable.ts";
import { Text } from "./Text.tsx";

type Props = {
  message: Message;
  /** The names that a note mentions. */
  mentions?: string[] | undefined;
};

/** The content of a message, by its kind. */
export function Body({ message, mentions }: Props) {
  const { t } = useTranslation();
  switch (message.type) {
    case "text":
      return <Text text={message.content} mentions={mentions} />;
    case "image":
    case "video":
      // The file is too large or no longer available, so only its name is shown.
      if (!message.placeholder && !message.path)
        return (
          <WithCaption message={message} mentions={mentions} body={<DocumentCard message={message} />} />
        );
      return <WithCaption message={message} mentions={mentions} body={<Picture message={message} />} />;
    case "audio":
      if (!message.placeholder && (!message.path || !isPlayable(message)))
        return (
          <WithCaption message={message} mentions={mentions} body={<DocumentCard message={message} />} />
        );
      return <WithCaption message={message} mentions={mentions} body={<AudioPlayer message={message} />} />;
    case "document":
      return <WithCaption message={message} mentions={mentions} body={<DocumentCard message={message} />} />;
    case "location":
      return <LocationCard content={message.content} />;
    case "unsupported":
    case "deleted":
      return <Trace text={t(`tickets.preview.${message.type}`)} />;
    case "rating":
    case "close":
    case "reopen":
      return null;
  }
}

/** Stands for a client's message that cannot be shown. */
function Trace({ text }: { text: string }) {
  return <p className="text-text-2 italic">{text}</p>;
}

function WithCaption({ message, mentions, body }: Props & { body: React.ReactNode }) {
  return (
    <>
      {body}
      {message.caption && (
        <div className="mt-1.5">
          <Text text={message.caption} mentions={mentions} />
        </div>
      )}
    </>
  );
}
