/** Files that would run in a browser, or whose names lead elsewhere. */
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { form } from "../../world/form.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { json } from "../visitor.ts";

const script = "<script>fetch('/auth/profile')</script>";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;

/** The name, the declared type, and the content. */
const files: [string, string, string | Buffer][] = [
  ["page.html", "text/html", `<!doctype html>${script}`],
  ["picture.png", "image/png", `<!doctype html>${script}`],
  ["logo.svg", "image/svg+xml", svg],
  ["logo.png", "image/png", svg],
  [
    "feed.xml",
    "application/xml",
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
  ],
  ["sheet.xsl", "text/xsl", `<?xml-stylesheet href="#"?>${svg}`],
  ["app.js", "text/javascript", "alert(document.cookie)"],
  ["both.gif", "image/gif", Buffer.from(`GIF89a/*${script}*/=1;alert(1)`)],
  ["both.pdf", "text/html", `%PDF-1.4\n${script}`],
  ["mail.mht", "multipart/related", `MIME-Version: 1.0\n\n${script}`],
  ["../../../../tmp/escape.txt", "text/plain", "words"],
  ["..\\..\\escape.txt", "text/plain", "words"],
  ["a\r\nset-cookie: x=1.html", "text/html", script],
  [`quote".html`, "text/html", script],
  ["\u202etxt.exe", "application/x-msdownload", "MZ"],
];

export async function uploads(stage: Stage, trial: Trial): Promise<void> {
  const agent = stage.as("jonas");
  await stage.crowd.restore();
  for (const [name, type, content] of files) {
    const { payload, headers: multipart } = form(
      { ticketid: stage.crowd.own.ids.ticket },
      { name, type, content },
    );
    const sent = await agent.call("/send-file", { method: "POST", body: payload, headers: multipart });
    if (sent.status !== 201) {
      trial.refused(`POST /send-file ${JSON.stringify(name)}`, sent, [400, 413, 415]);
      continue;
    }
    const { path = "" } = json<{ path?: string }>(sent);
    const { status, headers } = await agent.get(path.replace(/^https?:\/\/[^/]+/, ""));
    const answer = `${JSON.stringify(name)} as ${type} → ${status} ${JSON.stringify(headers)}`;
    const runs =
      /html|svg|xml|script/.test(String(headers["content-type"])) &&
      !String(headers["content-disposition"]).startsWith("attachment");
    const inline =
      String(headers["content-disposition"]).startsWith("inline") &&
      !/^(image\/(gif|png|jpeg|webp|avif)|application\/pdf|audio|video)/.test(
        String(headers["content-type"]),
      );
    trial.note(status === 200 && !runs && !inline ? null : answer);
    trial.note(headers["x-content-type-options"] === "nosniff" ? null : `no nosniff: ${answer}`);
    const policy = String(headers["content-security-policy"]);
    const closed =
      /default-src 'none'/.test(policy) &&
      (/sandbox/.test(policy) || headers["content-type"] === "application/pdf");
    trial.note(closed ? null : `no sandbox: ${answer}`);
    trial.note(headers["set-cookie"] === undefined ? null : `a header out of a name: ${answer}`);
  }
  await photo(stage, trial);
  const kept = readdirSync(stage.desk.dataDir, { recursive: true, encoding: "utf8" }).filter((path) =>
    /escape|page|logo/.test(path),
  );
  trial.note(kept.length === 0 ? null : `a name reached the disk: ${kept.join()}`);
}

const place = "52 deg 22 min of somewhere";

/** A JPEG (ITU-T T.81 annex B) that no decoder reads, with its location in Exif and behind its end. */
async function photo(stage: Stage, trial: Trial): Promise<void> {
  const exif = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, place.length + 8]),
    Buffer.from(`Exif\0\0${place}`),
  ]);
  const scan = Buffer.from([0xff, 0xda, 0, 3, 0, 1, 2, 3, 0xff, 0xd9]);
  const content = Buffer.concat([Buffer.from([0xff, 0xd8]), exif, scan, Buffer.from(place)]);
  const { payload, headers } = form({ ticketid: stage.crowd.own.ids.ticket }, { name: "me.jpg", content });
  const sent = await stage.as("jonas").call("/send-file", { method: "POST", body: payload, headers });
  if (sent.status !== 201) throw new Error(`/send-file → ${sent.status} ${sent.text}`);
  const { path = "" } = json<{ path?: string }>(sent);
  const { status, text } = await stage.as("jonas").get(path.replace(/^https?:\/\/[^/]+/, ""));
  trial.note(status === 200 && !text.includes(place) ? null : `a photo says where it was taken: ${status}`);
}

/** Changes the first character of a link's signature, whichever it is. */
export const withOtherSignature = (link: string): string =>
  link.replace(/signature=./, (from) => (from.endsWith("A") ? "signature=B" : "signature=A"));

/** A file's link without a session, with another's, changed, and for another company. */
export async function links(stage: Stage, trial: Trial): Promise<void> {
  const agent = stage.as("jonas");
  await stage.crowd.restore();
  const { payload, headers: multipart } = form(
    { ticketid: stage.crowd.own.ids.ticket },
    { name: "a.txt", content: "words" },
  );
  const sent = await agent.call("/send-file", { method: "POST", body: payload, headers: multipart });
  if (sent.status !== 201) throw new Error(`/send-file → ${sent.status} ${sent.text}`);
  const link = (json<{ path: string }>(sent).path ?? "").replace(/^https?:\/\/[^/]+/, "");
  trial.refused(`GET ${link} signed out`, await stage.visitor().get(link), [401]);
  for (const name of ["omar", "freya", "naledi"] as const)
    trial.refused(`GET ${link} as ${name}`, await stage.as(name).get(link), [404]);
  const changed = [
    withOtherSignature(link),
    link.replace(/expires=\d/, "expires=9"),
    link.replace("/original/", "/thumbnail/"),
    link.replace(/\?.*/, ""),
  ];
  for (const other of changed) trial.refused(`GET ${other}`, await agent.get(other), [400, 404]);
  const fileid = link.split("/")[2] ?? "";
  const tokens = [
    "A".repeat(92),
    randomBytes(69).toString("base64url"),
    Buffer.from(fileid.replaceAll("-", "").repeat(3).padEnd(138, "0"), "hex").toString("base64url"),
    fileid,
  ];
  for (const token of tokens)
    trial.refused(`GET /m/${token}`, await stage.visitor().get(`/m/${token}/a.txt`), [404]);
  for (const path of [
    "/files/../../../etc/passwd",
    "/files/..%2f..%2fpackage.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/..%5c..%5cpackage.json",
    "/pictures/..%2f..%2fapp-secret.webp",
  ]) {
    const { status, text } = await agent.get(path, { accept: "text/html" });
    const page = text.startsWith("<!doctype html>") || text.startsWith("<!DOCTYPE html>");
    trial.note(status >= 400 || page ? null : `GET ${path} → ${status} ${text.slice(0, 100)}`);
  }
}
