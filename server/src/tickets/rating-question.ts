/** The rating question for a closed ticket, in the language of the client's messenger. */
import { type Language, language } from "@parley/contract/sessions";

const questions: Record<Language, string> = {
  en: "Your conversation is closed. How would you rate our help?",
  af: "U gesprek is gesluit. Hoe sal u ons hulp beoordeel?",
  bg: "Вашият разговор е приключен. Как бихте оценили помощта ни?",
  tr: "Görüşmeniz kapatıldı. Yardımımızı nasıl değerlendirirsiniz?",
  es: "Su conversación se ha cerrado. ¿Cómo valoraría nuestra ayuda?",
  ru: "Ваше обращение закрыто. Как бы вы оценили нашу помощь?",
  nl: "Uw gesprek is gesloten. Hoe beoordeelt u onze hulp?",
  ja: "お問い合わせは終了しました。今回の対応を評価してください。",
};

/** Takes a tag like "pt-BR"; English for a language Parley does not speak. */
export function ratingQuestion(tag: string | null): string {
  const spoken = language.safeParse(tag?.toLowerCase().split(/[-_]/)[0]);
  return questions[spoken.success ? spoken.data : "en"];
}
