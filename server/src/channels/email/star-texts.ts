/** The texts of the page behind a star, in the browser's language. */
import type { Language } from "@parley/contract/sessions";

type Texts = {
  title: string;
  words: string;
  send: string;
  thanks: string;
  wrong: string;
  stars(count: number): string;
};

export const starTexts: Record<Language, Texts> = {
  en: {
    title: "Your rating",
    words: "What should we know? (optional)",
    send: "Send rating",
    thanks: "Thank you for your rating.",
    wrong: "This link is not valid.",
    stars: (count) => `${count} of 3 stars`,
  },
  af: {
    title: "U beoordeling",
    words: "Wat moet ons weet? (opsioneel)",
    send: "Stuur beoordeling",
    thanks: "Dankie vir u beoordeling.",
    wrong: "Hierdie skakel is nie geldig nie.",
    stars: (count) => `${count} uit 3 sterre`,
  },
  bg: {
    title: "Вашата оценка",
    words: "Какво трябва да знаем? (по желание)",
    send: "Изпратете оценката",
    thanks: "Благодарим за оценката.",
    wrong: "Тази връзка не е валидна.",
    stars: (count) => `${count} от 3 звезди`,
  },
  tr: {
    title: "Değerlendirmeniz",
    words: "Bilmemiz gereken bir şey var mı? (isteğe bağlı)",
    send: "Değerlendirmeyi gönderin",
    thanks: "Değerlendirmeniz için teşekkür ederiz.",
    wrong: "Bu bağlantı geçerli değil.",
    stars: (count) => `3 yıldızdan ${count}`,
  },
  es: {
    title: "Su valoración",
    words: "¿Qué deberíamos saber? (opcional)",
    send: "Enviar valoración",
    thanks: "Gracias por su valoración.",
    wrong: "Este enlace no es válido.",
    stars: (count) => `${count} de 3 estrellas`,
  },
  ru: {
    title: "Ваша оценка",
    words: "Что нам стоит знать? (необязательно)",
    send: "Отправить оценку",
    thanks: "Спасибо за оценку.",
    wrong: "Эта ссылка недействительна.",
    stars: (count) => `${count} из 3 звёзд`,
  },
  nl: {
    title: "Uw beoordeling",
    words: "Wat moeten we weten? (optioneel)",
    send: "Beoordeling versturen",
    thanks: "Dank u voor uw beoordeling.",
    wrong: "Deze link is niet geldig.",
    stars: (count) => `${count} van 3 sterren`,
  },
  ja: {
    title: "評価",
    words: "ご意見をお聞かせください（任意）",
    send: "評価を送信",
    thanks: "評価をお寄せいただき、ありがとうございます。",
    wrong: "このリンクは無効です。",
    stars: (count) => `星3つのうち${count}つ`,
  },
};
