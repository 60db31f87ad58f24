/** core.telegram.org/bots/api#reactiontypeemoji: all a bot may give. None carries U+FE0F. */
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
