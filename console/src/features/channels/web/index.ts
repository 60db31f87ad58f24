import "./colour.css";

export const web = {
  name: {
    en: "Web chat",
    af: "Webklets",
    bg: "Уеб чат",
    tr: "Web sohbeti",
    es: "Chat web",
    ru: "Веб-чат",
    nl: "Webchat",
    ja: "ウェブチャット",
  },
  mark: "M4 5h16v11H10l-4.500 4V16H4z",
};
