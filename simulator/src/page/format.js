const sameDay = (a, b) => a.toDateString() === b.toDateString();

export const clock = (iso) =>
  new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

export function dayName(iso) {
  const day = new Date(iso);
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (sameDay(day, today)) return "Today";
  if (sameDay(day, yesterday)) return "Yesterday";
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

export function bytes(size) {
  if (size < 1024) return `${size} B`;
  if (size < 1024 ** 2) return `${Math.round(size / 1024)} KB`;
  return `${(size / 1024 ** 2).toFixed(1)} MB`;
}

export const seconds = (total) =>
  `${Math.floor(total / 60)}:${String(Math.floor(total % 60)).padStart(2, "0")}`;

const NAMES = {
  photo: "Photo",
  video: "Video",
  video_note: "Video message",
  animation: "GIF",
  audio: "Audio",
  voice: "Voice message",
  document: "File",
  sticker: "Sticker",
  location: "Location",
  venue: "Place",
  contact: "Contact",
  other: "Message",
};

/** One line for a list or a quotation. */
export function summary({ type, text, media, emoji }) {
  if (type === "text") return text;
  const name = type === "document" || type === "audio" ? (media?.name ?? NAMES[type]) : NAMES[type];
  return [emoji, text ? `${name}, ${text}` : name].filter(Boolean).join(" ");
}

/** A quotation shows a media's kind where there is no text. */
export const quotedText = (text) => NAMES[text] ?? text;
