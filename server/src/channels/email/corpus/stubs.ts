/** Mails whose plain text is only a stub for their HTML, and mails whose plain text is real. */
import { alternative, type Sample, sample } from "./sample.ts";

const asked = "Please cancel my booking 77.";

const stub = (name: string, plain: string, markup = `<p>${asked}</p>`, body = asked, shown = body) =>
  sample(`Stub: ${name}`, {}, alternative(plain, markup), { text: body, shown });

export const stubs: Sample[] = [
  stub(
    "a program without HTML, and a link",
    "Your e-mail program does not show HTML. View this message in your browser: https://view.example/m/1",
  ),
  stub(
    "an HTML message",
    "This is an HTML message. Please use an HTML capable mail program to read this message.",
  ),
  stub("in German", "Ihr E-Mail-Programm kann leider kein HTML anzeigen."),
  stub("in Russian", "Ваша почтовая программа не показывает HTML. Откройте письмо в браузере."),
  stub(
    "in Japanese",
    "このメールはHTML形式です。ブラウザでご覧ください。",
    "<p>予約77番を取り消してください。</p>",
    "予約77番を取り消してください。",
  ),
  stub("a dash", "-"),
  stub(
    "one line for a long mail",
    "Message enclosed",
    "<p>I ordered two blue jackets on Monday, and yesterday the courier brought only one of them.</p>",
    "I ordered two blue jackets on Monday, and yesterday the courier brought only one of them.",
  ),
  stub(
    "a person who writes of HTML",
    "Your HTML newsletter shows nothing in my browser.",
    "<p>Your HTML newsletter shows nothing in my <b>browser</b>.</p>",
    "Your HTML newsletter shows nothing in my browser.",
  ),
  stub(
    "a text whose HTML is a picture of a signature",
    asked,
    "<div>Garden Tools Ltd</div>",
    asked,
    "Garden Tools Ltd",
  ),
  stub(
    "a short text with a long signature in its HTML alone",
    "Yes.",
    "<div>Yes.</div><div>Olena Koval, Garden Tools Limited, Khreshchatyk Street</div>",
    "Yes.",
    "Yes.\nOlena Koval, Garden Tools Limited, Khreshchatyk Street",
  ),
];
