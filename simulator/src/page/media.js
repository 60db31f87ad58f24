import { h, icon, openDialog } from "./dom.js";
import { bytes, seconds } from "./format.js";
import { player } from "./player.js";

export function mediaPart(message) {
  const { type, media } = message;
  if (type === "location" || type === "venue") return placePart(message.place);
  if (type === "contact") return contactPart(message.contact);
  if (type === "other") return h("p", { class: "text" }, "This kind of message is not shown here.");
  if (!media) return undefined;
  if (type === "photo") return picture(media);
  if (type === "voice") return player(media);
  if (type === "audio")
    return h("div", { class: "audio-part" }, h("strong", {}, media.name ?? "Audio"), player(media));
  if (type === "sticker")
    return h("img", {
      class: "sticker",
      src: media.url,
      alt: `Sticker ${message.emoji ?? ""}`,
      width: 160,
      height: 160,
    });
  if (type === "document") return documentPart(media);
  return film(type, media);
}

/** Width and height are given, so nothing jumps when the picture arrives. */
export function picture(media) {
  const image = h("img", {
    src: media.url,
    alt: "Photo",
    width: media.width,
    height: media.height,
    loading: "lazy",
  });
  const open = () => openDialog("Photo", h("img", { class: "full", src: media.url, alt: "Photo" }));
  return h("button", { type: "button", class: "picture", "aria-label": "Open photo", onClick: open }, image);
}

function film(type, media) {
  const silent = type === "animation" || type === "video_note";
  const video = h("video", {
    src: media.url,
    poster: media.thumbnail,
    width: media.width,
    height: media.height,
    controls: !silent,
    loop: silent,
    playsinline: true,
    preload: "metadata",
    class: type,
    "aria-label": type === "video" ? "Video" : "Short video",
  });
  if (!silent) return video;
  video.muted = true;
  const toggle = () => (video.paused ? video.play() : video.pause());
  return h(
    "button",
    { type: "button", class: "film", "aria-label": "Play or pause", onClick: toggle },
    video,
    type === "animation"
      ? h("span", { class: "chip" }, "GIF")
      : h("span", { class: "chip" }, seconds(media.duration ?? 0)),
  );
}

const documentPart = (media) =>
  h(
    "a",
    { class: "document-part", href: media.url, download: media.name ?? "file" },
    h("span", { class: "disc" }, icon("file")),
    h("span", { class: "named" }, h("strong", {}, media.name ?? "File"), h("span", {}, bytes(media.size))),
  );

function placePart({ latitude, longitude, title, address }) {
  const point = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return h(
    "a",
    {
      class: "place",
      href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
      target: "_blank",
      rel: "noreferrer",
      "aria-label": `Map: ${title ?? point}`,
    },
    h("span", { class: "map" }, icon("pin")),
    h("span", { class: "named" }, h("strong", {}, title ?? "Location"), h("span", {}, address ?? point)),
  );
}

const contactPart = ({ name, phone }) =>
  h(
    "div",
    { class: "contact-part" },
    h("span", { class: "disc" }, icon("person")),
    h("span", { class: "named" }, h("strong", {}, name), h("span", {}, phone)),
  );
