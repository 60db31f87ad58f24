/** The shop's pages. The chat is one script tag, as on any page. */
import { type Trip, trips } from "./trips.ts";

type Chat = { desk: string; key: string };

export function homePage(chat: Chat): string {
  return page(
    chat,
    "Harbour Travel",
    `<section class="hero"><h1>Slow journeys by boat, by train and on foot</h1>
    <p>Small groups, guides from the place, and people who answer before and after you travel.</p></section>
    <ul class="trips">${trips.map(card).join("")}</ul>`,
  );
}

export function tripPage(chat: Chat, trip: Trip): string {
  return page(
    chat,
    `${trip.name} · Harbour Travel`,
    `<article class="trip">${picture(trip)}<div><h1>${trip.name}</h1><p>${trip.about}</p>
    <p class="price">${trip.days} days · ${trip.price}</p>
    <p>A question about dates, luggage or food? Write to us by the button below.</p><a href="/">All journeys</a></div></article>`,
  );
}

/** Comes anew every three seconds. */
export function receivedPage(chat: Chat, received: string): string {
  return page(chat, "Received · Harbour Travel", received, '<meta http-equiv="refresh" content="3">');
}

function card(trip: Trip): string {
  return `<li><a href="/trips/${trip.path}">${picture(trip)}<b>${trip.name}</b><span>${trip.about}</span>
    <em>${trip.days} days · ${trip.price}</em></a></li>`;
}

function picture({ colours: [sky, land, water] }: Trip): string {
  return `<svg viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice"><rect width="320" height="200" fill="${sky}"/>
    <circle cx="236" cy="64" r="26" fill="#fff" opacity=".75"/><path d="M0 140 70 70l46 44 40-52 66 74 42-30 56 40v54H0z" fill="${land}"/>
    <path d="M0 152q40-10 80 0t80 0 80 0 80 0v48H0z" fill="${water}"/></svg>`;
}

function page({ desk, key }: Chat, title: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/shop.css">${head}</head>
<body><header><a href="/">Harbour Travel</a><nav><a href="/">Journeys</a></nav></header>
<main>${body}</main>
<footer>A made-up shop: it shows the web chat of Parley on a page of another origin.</footer>
<script src="${desk}/chat.js" data-key="${key}" async></script></body></html>`;
}
