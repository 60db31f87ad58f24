import { useEffect } from "preact/hooks";
import { fetchSettings } from "../state/settings.ts";
import { change, useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Conversation } from "./Conversation.tsx";
import { Home } from "./Home.tsx";
import { Start } from "./Start.tsx";
import { CloseButton } from "./Top.tsx";
import { useKeyboard } from "./use-keyboard.ts";

export function App() {
  const settings = useChat((state) => state.settings);
  const view = useChat((state) => state.view);
  const problem = useChat((state) => state.problem);
  useKeyboard(view);
  useEffect(() => {
    if (settings) document.title = t("top.chat", { company: settings.company });
  }, [settings]);
  if (!settings) return <Blank problem={problem} />;
  if (view.name === "start") return <Start settings={settings} />;
  if (view.name === "conversation") return <Conversation id={view.id} settings={settings} />;
  return (
    <div class="view">
      <Home settings={settings} />
    </div>
  );
}

/** Shown before the settings have loaded, and when they fail to. */
function Blank({ problem }: { problem: "unknown" | "unreachable" | null }) {
  return (
    <div class="view">
      <header class="top small end">
        <CloseButton />
      </header>
      <main class="body">
        {problem === null && (
          <div class="skeletons" aria-hidden="true">
            <i class="card" />
            <i class="card" />
          </div>
        )}
        {problem && (
          <div role="alert" class="sys">
            <p>{t(`notice.${problem}`)}</p>
          </div>
        )}
        {problem === "unreachable" && (
          <button type="button" class="quiet" onClick={again}>
            {t("chat.retry")}
          </button>
        )}
      </main>
    </div>
  );
}

function again(): void {
  change({ problem: null });
  fetchSettings().catch(() => change({ problem: "unreachable" }));
}
