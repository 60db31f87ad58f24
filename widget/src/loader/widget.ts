/** One widget on one page: `window.Parley`. */
import type { WidgetLook } from "@parley/contract/widget";
import type { ToFrame, ToPage } from "../protocol.ts";
import { createEvents } from "./events.ts";
import { createFrame } from "./frame.ts";
import { whenIdle } from "./idle.ts";
import { createLauncher, type Launcher } from "./launcher.ts";
import { fetchLook, type LookFault } from "./look.ts";
import type { Options } from "./options.ts";
import {
  consumeReturnCode,
  createTitleCount,
  lockScroll,
  namedTheme,
  pageAddress,
  pageTheme,
  watchPageTheme,
} from "./page.ts";
import { isSmallScreen, keepInView, watchSmallScreen } from "./screen.ts";
import { stayOnPage } from "./stay.ts";
import { pageLanguage } from "./texts.ts";

export type ParleyApi = ReturnType<typeof createWidget>;

export function createWidget(options: Options, forget: () => void) {
  const events = createEvents();
  const setTitleCount = createTitleCount();
  const undo: (() => void)[] = [];
  let launcher: Launcher | null = null;
  let frame: ReturnType<typeof createFrame> | null = null;
  let look: WidgetLook | null = null;
  let language = "en";
  let theme: "light" | "dark" | null = null;
  let jwt: string | null = null;
  let wanted: ToFrame[] = [];
  let ready = false;
  let focusing = false;
  let isOpen = false;
  let small = false;
  let following = false;
  let ended = false;
  let fetching = false;
  let leaveScreen: (() => void)[] = [];

  const code = consumeReturnCode();
  if (code) {
    wanted.push({ parley: "return", code });
    isOpen = true;
  }
  if (options.fill) isOpen = true;
  undo.push(whenIdle(start));

  function start() {
    if (fetching || look || ended) return;
    fetching = true;
    fetchLook(options, {
      isEnded: () => ended,
      found(answer) {
        fetching = false;
        look = answer;
        draw(answer);
      },
      failed(fault) {
        fetching = false;
        warn(fault, faults[fault]);
      },
    });
  }

  function draw(found: WidgetLook) {
    language = pageLanguage(found.language);
    const made = createLauncher(
      { language, toggle: () => (isOpen ? close() : open()), open: () => open() },
      found,
    );
    launcher = made;
    undo.push(stayOnPage(made.host));
    if (isOpen) show(true);
    else undo.push(whenIdle(load));
  }

  function isDark(): boolean {
    const chosen = look?.theme === "page" ? theme : look?.theme;
    if (chosen === "dark" || chosen === "light") return chosen === "dark";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function load() {
    if (frame || !look || !launcher || ended) return;
    const { name } = look;
    const missing = () => warn("frame_unavailable", "the chat is not available on this page");
    if (look.theme === "page") theme ??= namedTheme();
    frame = createFrame(options, { title: name, language, theme, receive, missing });
    launcher.hold(frame.element);
    for (const message of wanted) frame.post(message);
    wanted = [];
  }

  /** The screen and the theme are read when the panel is first shown: reading them earlier would cost every page. */
  function followPage(made: Launcher) {
    if (following) return;
    following = true;
    made.mark("fill", options.fill);
    undo.push(
      watchSmallScreen((now) => {
        small = now;
        fit();
      }),
    );
    const applyTheme = () => {
      if (look?.theme === "page") theme = pageTheme();
      made.mark("dark", isDark());
      if (look?.theme === "page") frame?.post({ parley: "theme", theme });
    };
    applyTheme();
    if (look?.theme === "page") undo.push(watchPageTheme(applyTheme));
  }

  function postToFrame(message: ToFrame) {
    if (frame) frame.post(message);
    else wanted.push(message);
  }

  function receive(message: ToPage) {
    switch (message.parley) {
      case "ready":
        ready = true;
        launcher?.mark("ready", true);
        launcher?.mark("large", false);
        // A frame reloads when the page replaces its body, and then needs the theme again.
        if (theme) frame?.post({ parley: "theme", theme });
        if (isFull()) frame?.post({ parley: "full", full: true });
        if (jwt) frame?.post({ parley: "identify", jwt });
        if (isOpen && focusing && launcher?.mayGiveFocus()) frame?.focus();
        focusing = false;
        if (isOpen) frame?.post({ parley: "open" });
        return events.emit("ready", undefined);
      case "open":
        // On a phone the chat would cover the requested page.
        if (!isSmallScreen()) open({ focus: false });
        return;
      case "close":
        return close();
      case "large":
        return launcher?.mark("large", message.large);
      case "wants-page":
        return frame?.post({ parley: "page", page: pageAddress() });
      case "unread":
        launcher?.setUnread(message.count);
        setTitleCount(message.inTitle ? message.count : 0);
        return events.emit("unread", message.count);
      case "message":
        if (!isOpen) launcher?.showPeek(message.peek);
        return events.emit("message", message.peek);
      case "look":
        return launcher?.setLook(message.look);
      case "identified":
        return events.emit("identified", undefined);
      case "error":
        return warn(message.code, message.text);
    }
  }

  function warn(code: string, text: string) {
    console.warn(`Parley: ${text} (${code})`);
    events.emit("error", { code, text });
  }

  function isFull(): boolean {
    return small || options.fill;
  }

  /** Fills the screen, or stops filling it. */
  function fit() {
    for (const leave of leaveScreen) leave();
    leaveScreen = [];
    launcher?.mark("full", isFull());
    frame?.post({ parley: "full", full: isFull() });
    const panel = launcher?.panel();
    if (panel && isOpen && isFull()) leaveScreen = [lockScroll(), keepInView(panel)];
  }

  function show(focus: boolean) {
    if (!launcher) return;
    launcher.setOpen(true);
    followPage(launcher);
    load();
    fit();
    frame?.post({ parley: "open" });
    // A frame that has not loaded handles no keys: until then they stay with the launcher.
    if (focus && ready) frame?.focus();
    else focusing = focus;
  }

  function open({ focus = true } = {}) {
    if (ended || (isOpen && launcher)) return;
    isOpen = true;
    if (launcher) show(focus);
    else start();
    events.emit("open", undefined);
  }

  function close() {
    if (!isOpen || options.fill) return;
    isOpen = false;
    launcher?.setOpen(false);
    fit();
    frame?.post({ parley: "close" });
    launcher?.focus();
    events.emit("close", undefined);
  }

  return {
    open: () => open(),
    close,
    /** Identifies the visitor as a person that the company knows: a JWT, signed with the channel's secret. */
    identify(token: string) {
      if (ended) return;
      jwt = String(token);
      if (ready) frame?.post({ parley: "identify", jwt });
      else load();
    },
    signOut() {
      jwt = null;
      postToFrame({ parley: "sign-out" });
    },
    on: ((name, listener) => {
      const off = events.on(name, listener);
      // A late listener of `ready` is called at once.
      if (name === "ready" && ready) (listener as (detail: undefined) => void)(undefined);
      return off;
    }) as typeof events.on,
    /** Removes everything from the page. */
    shutdown() {
      if (ended) return;
      ended = true;
      for (const leave of [...leaveScreen, ...undo]) leave();
      setTitleCount(0);
      frame?.remove();
      launcher?.remove();
      events.clear();
      forget();
    },
  };
}

const faults: Record<LookFault, string> = {
  unknown_key: "the desk knows no such key",
  unreachable: "the desk cannot be reached",
};
