import type { Message } from "@parley/contract/messages";
import { Picture } from "./Picture.tsx";
import { Text } from "./Text.tsx";

/** Messages that the client sent as one album: the pictures side by side, the caption once. */
export function Album({ messages }: { messages: Message[] }) {
  const caption = messages.find((message) => message.caption)?.caption;
  return (
    <>
      <div className="-mx-1.5 -mt-0.5 grid w-[340px] max-w-[calc(100%+12px)] grid-cols-2 gap-1 overflow-hidden rounded-[11px]">
        {messages.map((message) => (
          <Picture
            key={message.messageid}
            message={message}
            className="mx-0! mt-0! aspect-square w-full rounded-[4px]!"
          />
        ))}
      </div>
      {caption && (
        <div className="mt-1.5">
          <Text text={caption} />
        </div>
      )}
    </>
  );
}
