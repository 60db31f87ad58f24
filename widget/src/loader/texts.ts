/** The launcher's own texts: it needs them before the frame exists. */
type Texts = { open: string; close: string; unread: string; dismiss: string };

const texts: Record<string, Texts> = {
  en: { open: "Open chat", close: "Close chat", unread: "new messages", dismiss: "Dismiss" },
  af: { open: "Maak klets oop", close: "Maak klets toe", unread: "nuwe boodskappe", dismiss: "Verwyder" },
  bg: { open: "Отваряне на чата", close: "Затваряне на чата", unread: "нови съобщения", dismiss: "Скриване" },
  tr: { open: "Sohbeti aç", close: "Sohbeti kapat", unread: "yeni mesaj", dismiss: "Kapat" },
  es: { open: "Abrir el chat", close: "Cerrar el chat", unread: "mensajes nuevos", dismiss: "Descartar" },
  ru: { open: "Открыть чат", close: "Закрыть чат", unread: "новые сообщения", dismiss: "Скрыть" },
  nl: { open: "Chat openen", close: "Chat sluiten", unread: "nieuwe berichten", dismiss: "Verbergen" },
  ja: { open: "チャットを開く", close: "チャットを閉じる", unread: "新着メッセージ", dismiss: "閉じる" },
};

/** The company's choice, else the page's language, else the browser's. */
export function pageLanguage(chosen: string | null): string {
  const spoken = (one: string | null) => (one ?? "").slice(0, 2).toLowerCase();
  const known = (one: string) => one in texts;
  const page = [chosen, document.documentElement.lang].map(spoken).find(known);
  return page ?? (navigator.languages ?? []).map(spoken).find(known) ?? "en";
}

export function launcherTexts(language: string): Texts {
  return texts[language] ?? (texts.en as Texts);
}
