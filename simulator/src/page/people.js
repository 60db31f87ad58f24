import { h } from "./dom.js";
import { clock, summary } from "./format.js";

const initials = (name) =>
  name
    .split(" ")
    .map((part) => [...part][0])
    .slice(0, 2)
    .join("");

export const portrait = ({ picture, name }) =>
  h(
    "span",
    { class: "portrait", "aria-hidden": "true" },
    picture ? h("img", { src: picture, alt: "" }) : initials(name),
  );

export function renderPeople(list, { people, person, last, unread }, onChoose) {
  const newestFirst = [...people].sort((a, b) =>
    (last.get(b.id)?.at ?? "").localeCompare(last.get(a.id)?.at ?? ""),
  );
  const focused = document.activeElement?.dataset?.person;
  list.replaceChildren(
    ...newestFirst.map((one) =>
      h("li", {}, personButton(one, one.id === person, last.get(one.id), unread.get(one.id), onChoose)),
    ),
  );
  if (people.length === 0)
    list.append(h("li", { class: "hint" }, "Nobody yet. Make the first client below."));
  if (focused) list.querySelector(`[data-person="${focused}"]`)?.focus();
}

function personButton(person, isChosen, last, unread, onChoose) {
  return h(
    "button",
    {
      type: "button",
      class: "person",
      "data-person": person.id,
      "aria-current": isChosen ? "true" : undefined,
      onClick: () => onChoose(person.id),
    },
    portrait(person),
    h(
      "span",
      { class: "person-text" },
      h("span", { class: "person-name" }, person.name, h("span", { class: "tongue" }, person.language ?? "")),
      h(
        "span",
        { class: "person-last" },
        last ? summary(last) : person.deactivated ? "Account deactivated" : "No messages yet",
      ),
    ),
    h(
      "span",
      { class: "person-side" },
      last ? h("time", { datetime: last.at }, clock(last.at)) : "",
      unread ? h("span", { class: "unread", "aria-label": `${unread} unread` }, unread) : "",
    ),
  );
}
