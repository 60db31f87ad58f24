import type { VisitorConversation } from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { show, startConversation } from "../state/navigate.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { Menu } from "./Menu.tsx";
import { Notice } from "./Notice.tsx";
import { CloseButton } from "./Top.tsx";
import { minutes, opening, shortWhen } from "./times.ts";
import { wayName } from "./ways.ts";

export function Home({ settings }: { settings: WidgetFrame }) {
  const conversations = useChat((state) => state.conversations);
  const { texts, company, others } = settings;
  const open = conversations.find(({ state }) => state !== "closed");
  return (
    <>
      <header class="top">
        <div class="row">
          <span class="mark" aria-hidden="true">
            {[...(texts.title || settings.name)][0]}
          </span>
          <b class="grow">{texts.title || settings.name}</b>
          {settings.faces.length > 0 && <Faces faces={settings.faces} />}
          <Menu settings={settings} />
          <CloseButton />
        </div>
        <div>
          <h1 tabIndex={-1} data-first>
            {texts.greeting || t("home.greeting")}
          </h1>
          {texts.intro && <p>{texts.intro}</p>}
          <Availability settings={settings} />
        </div>
      </header>
      <Notice />
      <main class="body">
        <button
          type="button"
          class="cta"
          onClick={() => (open ? show({ name: "conversation", id: open.id }) : startConversation())}
        >
          {open ? t("home.go_on") : t("home.start")}
          <Icon name="send" />
        </button>
        {conversations.length > 0 && (
          <ul class="cards" aria-label={t("home.earlier")}>
            {conversations.map((one) => (
              <li key={one.id}>
                <Card conversation={one} />
              </li>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <p class="ways">
            {t("home.other_ways")}{" "}
            {others.map((way, index) => (
              <span key={way.url}>
                {index > 0 && " · "}
                <a href={way.url} target="_blank" rel="noopener noreferrer">
                  {wayName(way, others)}
                </a>
              </span>
            ))}
          </p>
        )}
      </main>
      <footer class="foot">{t("home.uses", { company })}</footer>
    </>
  );
}

/** The pictures add nothing to the names, which are read out as one line. */
function Faces({ faces }: Pick<WidgetFrame, "faces">) {
  return (
    <span class="faces" role="img" aria-label={faces.map(({ name }) => name).join(", ")}>
      {faces.map(({ name, avatar }) => (
        <i key={avatar ?? name} title={name}>
          {avatar ? <img src={avatar} alt="" width={32} height={32} /> : [...name][0]}
        </i>
      ))}
    </span>
  );
}

function Availability({ settings: { hours, reply_minutes } }: { settings: WidgetFrame }) {
  if (!hours.open) {
    const when = hours.opens && opening(hours.opens, hours.time_zone);
    return <p>{when ? t("top.closed_until", { when }) : t("top.closed_now")}</p>;
  }
  return reply_minutes === null ? null : <p>{t("home.reply_time", { time: minutes(reply_minutes) })}</p>;
}

function Card({ conversation }: { conversation: VisitorConversation }) {
  const { id, last, unread, agent, created_on } = conversation;
  return (
    <button type="button" class="card go" onClick={() => show({ name: "conversation", id })}>
      <span class="lines">
        <b>{agent?.name ?? t("home.untitled", { date: shortWhen(created_on) })}</b>
        <span class="last">{lastLine(conversation)}</span>
      </span>
      <span class="side">
        <time>{shortWhen(last?.created_on ?? created_on)}</time>
        {unread > 0 && <span class="count">{t("home.unread", { count: String(unread) })}</span>}
      </span>
    </button>
  );
}

function lastLine({ state, rating, last }: VisitorConversation): string {
  if (state === "closed") return rating ? t("home.rated", { stars: "★".repeat(rating) }) : t("home.closed");
  if (!last) return "";
  const text = last.excerpt || typeName(last.type);
  if (last.mine) return t("home.you", { text });
  return last.author ? `${last.author}: ${text}` : text;
}

export function typeName(type: string): string {
  if (type === "image" || type === "video" || type === "audio" || type === "location" || type === "deleted")
    return t(`type.${type}`);
  return type === "document" ? t("type.document") : "";
}
