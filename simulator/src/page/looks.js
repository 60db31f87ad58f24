/** The words on each platform's phone. Colours and shapes are in `look-….css`. */
const looks = {
  telegram: {
    name: "Telegram",
    mark: "send",
    status: "bot",
    placeholder: "Message",
    welcome:
      "Press Start, as every Telegram chat with a bot begins. What you write here arrives in Parley as a ticket.",
    idName: "Telegram id",
    token: "Token",
    blocked: "A blocked bot gets 403 for whatever it sends.",
  },
  whatsapp: {
    name: "WhatsApp",
    mark: "store",
    status: "Business account",
    placeholder: "Message",
    welcome:
      "This is a business account. What you write here arrives in Parley as a ticket, and opens the 24 hours in which it may answer.",
    idName: "Id",
    token: null,
    blocked: "What a blocked business sends is not delivered.",
  },
  viber: {
    name: "Viber",
    mark: "bubble",
    status: "Bot",
    placeholder: "Type a message…",
    welcome:
      "Opening a chat tells the bot. The first message subscribes you, and arrives in Parley as a ticket.",
    idName: "Id",
    token: null,
    blocked: "A bot without your subscription is refused whatever it sends.",
  },
  gateway: {
    name: "SMS",
    mark: "send",
    status: "Through the company's own gateway",
    placeholder: "Text message",
    welcome: "A gateway of the company hands in what you write here, and it arrives in Parley as a ticket.",
    idName: "Number",
    token: "Secret",
    blocked: "A blocked number takes no messages, and the agent reads why.",
  },
  email: {
    name: "E-mail",
    mark: "mail",
    status: "",
    placeholder: "Message",
    welcome: "No mail yet. What you write to this address arrives in Parley as a ticket.",
    idName: "Id",
    token: null,
    blocked: "Mail from a blocked address comes back to it as undeliverable.",
  },
};

/** The words for a platform without its own. */
const plain = {
  mark: "send",
  status: "",
  placeholder: "Message",
  welcome: "What you write here arrives in Parley as a ticket.",
  idName: "Id",
  token: null,
  blocked: "What a blocked account sends is not delivered.",
};

export const lookOf = (platform) => looks[platform] ?? { ...plain, name: platform };
