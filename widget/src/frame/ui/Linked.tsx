/** Plain text, with its web addresses as links. */
const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'»])/g;

/** One to three emoji are shown large, as for the agent. */
const onlyEmoji =
  /^(?:(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*)*|\p{Regional_Indicator}{2})\s*){1,3}$/u;

export function Linked({ text }: { text: string }) {
  const parts = text.split(address);
  return (
    <p class={text.length < 60 && onlyEmoji.test(text) ? "text large" : "text"} dir="auto">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <a key={`${index} ${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
