/** An element with its properties, listeners (`onClick`) and children; text is always text, never markup. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

const PATHS = {
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-5 16-3.500-6.500z",
  clip: "M20 11l-8.500 8.500a5 5 0 0 1-7-7L13 4a3.400 3.400 0 0 1 4.800 4.800L9.500 17a1.700 1.700 0 0 1-2.400-2.400l7.400-7.400",
  mic: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4",
  plus: "M12 5v14M5 12h14",
  more: "M12 5.500v.01M12 12v.01M12 18.500v.01",
  close: "M6 6l12 12M18 6L6 18",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  photo: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500v.01",
  pin: "M12 21s7-6.500 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12zM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.500 14.500q3.500 3.500 7 0M9 9.500v.01M15 9.500v.01",
  reply: "M10 7L4 12l6 5v-3.500c5 0 8 1.500 10 5 0-6-3.500-9.500-10-9.500z",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  block: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.600 5.600l12.800 12.800",
  video: "M4 6h11v12H4zM15 11l5-3v8l-5-3",
  music:
    "M9 18V5l10-2v13M9 18a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM19 16a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z",
  album: "M8 4h12v12H8zM4 8v12h12M8 13l4-3.500 3 2.500 2-1.500 3 2.500",
  store:
    "M4 10l1.500-5h13L20 10M5 10v9h14v-9M4 10a2.600 2.600 0 0 0 5.300 0 2.600 2.600 0 0 0 5.300 0 2.600 2.600 0 0 0 5.400 0M10 19v-5h4v5",
  bubble:
    "M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 12.500h5",
  mail: "M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500",
  sent: "M4 12.500l5 5L20 6.500",
  received: "M2 12.500l5 5L18 6.500M12 16.500l1 1L24 6.500",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", name === "received" ? "0 0 26 24" : "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export const iconButton = (name, label, onClick, props = {}) =>
  h(
    "button",
    { type: "button", class: "round", "aria-label": label, title: label, onClick, ...props },
    icon(name),
  );

let toastTimer;

export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 3500);
}

/** Opens the one dialog with a title and content; resolves when it is closed. */
export function openDialog(title, ...content) {
  const dialog = document.getElementById("dialog");
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = iconButton("close", "Close", () => dialog.close());
  dialog.replaceChildren(h("header", {}, heading, close), ...content);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
}

export const closeDialog = () => document.getElementById("dialog").close();
