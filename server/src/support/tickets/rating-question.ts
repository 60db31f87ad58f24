/** The rating question for a closed ticket and the thanks for an answer, in the language of the client's messenger. */
import type { Language } from "@parley/contract/sessions";
import { languageOf } from "../ticket/client-language.ts";

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

const thanks: Record<Language, string> = {
  en: "Thank you!",
  af: "Dankie!",
  bg: "Благодарим Ви!",
  tr: "Teşekkür ederiz!",
  es: "¡Gracias!",
  ru: "Спасибо!",
  nl: "Dank u wel!",
  ja: "ありがとうございます。",
};

/** The question by a tag like "pt-BR". */
export const ratingQuestion = (tag: string | null): string => questions[languageOf(tag)];

export const ratingThanks = (tag: string | null): string => thanks[languageOf(tag)];
