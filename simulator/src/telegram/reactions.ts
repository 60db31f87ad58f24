/** The 73 emoji a bot or a client may react with. None carries U+FE0F. */
export const REACTIONS = new Set([
  ..."👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳",
  "❤‍🔥",
  ..."🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻",
  "👨‍💻",
  ..."👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾",
  "🤷‍♂",
  "🤷",
  "🤷‍♀",
  "😡",
]);

export const canonicalEmoji = (emoji: string): string => emoji.replaceAll("\uFE0F", "");
