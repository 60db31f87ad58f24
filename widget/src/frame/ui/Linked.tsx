/** Text as it is, with its web addresses as links. */
const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'»])/g;

export function Linked({ text }: { text: string }) {
  const parts = text.split(address);
  return (
    <p class="text" dir="auto">
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
