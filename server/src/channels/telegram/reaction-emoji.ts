/** core.telegram.org/bots/api#reactiontypeemoji: all emoji a bot may use. None carries U+FE0F. */
export const reactionEmoji = [
  ..."👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳",
  "❤‍🔥",
  ..."🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻",
  "👨‍💻",
  ..."👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾",
  "🤷‍♂",
  "🤷",
  "🤷‍♀",
  "😡",
];
