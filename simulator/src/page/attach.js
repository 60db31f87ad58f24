import { closeDialog, h, icon, iconButton, openDialog } from "./dom.js";
import { field } from "./newcomers.js";

const PLACES = [
  ["Varna, Sea Garden", 43.2051, 27.9281],
  ["Sofia Airport", 42.6967, 23.4114],
  ["Istanbul, Galata", 41.0256, 28.9741],
  ["Amsterdam Centraal", 52.3791, 4.9003],
  ["東京駅", 35.6812, 139.7671],
];

/** The paper clip: real files from this machine, and samples for everything else a client can send. */
export function attachMenu({ api, attempt, features, replyTo }) {
  const files = h("input", {
    type: "file",
    name: "file",
    multiple: true,
    hidden: true,
    "aria-label": "Attach photo or file",
  });
  const raw = h("input", { type: "file", name: "document", hidden: true, "aria-label": "Attach as file" });
  const sample = (type, more = {}) => attempt(api.send({ type, replyTo: replyTo(), ...more }));
  const accepts = (type) => features.kinds.includes(type);
  const entries = [
    accepts("photo") && ["photo", "Photo, video or audio…", () => files.click()],
    accepts("document") && ["file", "File…", () => raw.click()],
    accepts("location") && ["pin", "Location…", () => askPlace(sample)],
    accepts("contact") && ["person", "My contact", () => sample("contact")],
    accepts("sticker") && ["smile", "Sticker", () => sample("sticker")],
    accepts("voice") && ["mic", "Voice sample", () => sample("voice")],
    accepts("photo") && ["photo", "Photo sample", () => sample("photo", { caption: "" })],
    features.albums && ["album", "Album sample", () => attempt(api.sendAlbum(ALBUM))],
    accepts("video") && ["video", "Video sample", () => sample("video")],
    accepts("video_note") && ["video", "Round video sample", () => sample("video_note")],
    accepts("animation") && ["video", "GIF sample", () => sample("animation")],
    accepts("audio") && ["music", "Audio sample", () => sample("audio")],
    accepts("document") && ["file", "PDF sample", () => sample("document")],
    accepts("unsupported") && ["block", "A kind Parley cannot show", () => sample("unsupported")],
  ].filter(Boolean);
  /** A kind that the platform lacks goes as a file. */
  const kindOf = (file) => [likelyKind(file)].find(accepts) ?? "document";
  const menu = h(
    "div",
    { class: "attach-menu", role: "group", "aria-label": "Attach", hidden: true },
    entries.map(([mark, label, act]) =>
      h("button", { type: "button", onClick: () => pick(act) }, icon(mark), label),
    ),
  );
  const clip = iconButton("clip", "Attach", () => toggle(menu.hidden), { "aria-expanded": "false" });

  function toggle(show) {
    menu.hidden = !show;
    clip.setAttribute("aria-expanded", String(show));
    if (show) menu.querySelector("button").focus();
  }

  function pick(act) {
    toggle(false);
    act();
  }

  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    toggle(false);
    clip.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget) && relatedTarget !== clip) toggle(false);
  });
  files.addEventListener("change", () => send([...files.files], kindOf, files));
  raw.addEventListener("change", () => send([...raw.files], () => "document", raw));

  async function send(chosen, kind, from) {
    from.value = "";
    for (const file of chosen) await attempt(api.upload(kind(file), file, { replyTo: replyTo() }));
  }

  return h("div", { class: "attach" }, clip, menu, files, raw);
}

const ALBUM = [
  { type: "photo", file: { sample: "suitcase" }, caption: "This is how it came off the belt" },
  { type: "photo", file: { sample: "boardingPass" } },
  { type: "photo", file: { sample: "room" } },
];

const likelyKind = ({ type }) =>
  ["image/jpeg", "image/png", "image/webp"].includes(type)
    ? "photo"
    : type === "image/gif"
      ? "animation"
      : (["video", "audio"].find((kind) => type.startsWith(`${kind}/`)) ?? "document");

function askPlace(sample) {
  const latitude = h("input", {
    name: "latitude",
    type: "number",
    step: "any",
    min: -90,
    max: 90,
    required: true,
    value: PLACES[0][1],
  });
  const longitude = h("input", {
    name: "longitude",
    type: "number",
    step: "any",
    min: -180,
    max: 180,
    required: true,
    value: PLACES[0][2],
  });
  const known = h(
    "select",
    { name: "place" },
    PLACES.map(([name], index) => h("option", { value: index }, name)),
  );
  known.addEventListener("change", () => {
    [, latitude.value, longitude.value] = PLACES[known.value];
  });
  const form = h(
    "form",
    { class: "entry" },
    field("Place", known),
    field("Latitude", latitude),
    field("Longitude", longitude),
    h("button", { class: "wide" }, "Send location"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    closeDialog();
    sample("location", { latitude: Number(latitude.value), longitude: Number(longitude.value) });
  });
  openDialog("Send a location", form);
}
