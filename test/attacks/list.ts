/** All attacks, in the order in which they are tried. A new one is a function and a line here. */
import { contentTypes, crossSite } from "./access/cross-site.ts";
import { demotedHalfway, disabledHalfway, movedHalfway, signedOutHalfway } from "./access/half-bodies.ts";
import { stolenKeys } from "./access/keys.ts";
import { foreignExamples, lackingKeys, malformedPrograms } from "./access/program-calls.ts";
import { lowRole, massAssignment, signedOut } from "./access/roles.ts";
import { fixation, theft, twoStep } from "./access/sessions.ts";
import { sightedTicket } from "./access/sighted.ts";
import { forgedRooms, randomFrames, socketDoor } from "./access/sockets.ts";
import { otherCompany, otherDepartment } from "./access/tenants.ts";
import { formulaCells } from "./content/formulas.ts";
import { reached } from "./content/reached.ts";
import { secrets } from "./content/secrets.ts";
import { links, uploads } from "./content/uploads.ts";
import { portScan, squatters } from "./mail/connecting.ts";
import { slowMails } from "./mail/flood.ts";
import { besideServers } from "./mail/hostile-servers.ts";
import { forgedMails, hostileMails, replayedMails } from "./mail/mails.ts";
import { forgedSenders } from "./mail/senders.ts";
import { starLinkCalls } from "./mail/stars.ts";
import { addresses } from "./people/addresses.ts";
import { enumeration } from "./people/enumeration.ts";
import { lockout, resetLockout } from "./people/lockout.ts";
import { dripping } from "./requests/dripping.ts";
import { forwarded } from "./requests/forwarded.ts";
import { handedIn } from "./requests/gateways.ts";
import { figures, headers, https } from "./requests/headers.ts";
import { longText, malformed } from "./requests/malformed.ts";
import { webhooks } from "./requests/webhooks.ts";
import { besideNeighbour } from "./resources/beside.ts";
import { fillStorage } from "./resources/files.ts";
import { filesWithoutRoom } from "./resources/no-room.ts";
import { hostilePictures } from "./resources/pictures.ts";
import { againstFlood, againstShare } from "./resources/share.ts";
import { unfinishedCalls } from "./resources/unfinished.ts";
import {
  forgedCalls,
  hugeCalls,
  hugePictures,
  othersAccounts,
  replacedSecret,
  replayedCalls,
  spoiledCalls,
  unknownKinds,
} from "./signed/attacks.ts";
import type { Stage } from "./stage.ts";
import type { Trial } from "./trial.ts";
import { crowdedMessages, crowdedSockets, firstMessages, office, strangersFiles } from "./visitors/flood.ts";
import { visitorMarkup } from "./visitors/markup.ts";
import { forgedProofs, othersConversations, visitorFields, visitorFiles } from "./visitors/others.ts";

export type Attack = {
  name: string;
  what: string;
  run(stage: Stage, trial: Trial): Promise<void>;
  /** True if the attack judges by times, which are right only while nothing else uses the machine. */
  timed: boolean;
};

const attack = (name: string, what: string, run: Attack["run"]): Attack => ({
  name,
  what,
  run,
  timed: false,
});
const timed = (name: string, what: string, run: Attack["run"]): Attack => ({ name, what, run, timed: true });

export const attacks: Attack[] = [
  attack(
    "keys",
    "calls for programs with no key, a broken one, and others' ids, cursors and sessions",
    stolenKeys,
  ),
  attack(
    "programs",
    "each call for programs with its example, and in it another company's or department's ids",
    foreignExamples,
  ),
  attack("lacking", "the same with keys that ended, give too little, or are used elsewhere", lackingKeys),
  attack("odd-programs", "the same with bodies, headers and ids that no program means", malformedPrograms),
  attack("company", "another company's ids, in every slot of every route", otherCompany),
  attack("department", "another department's ids, in every slot of every route", otherDepartment),
  attack("sighted", "changes of a ticket that the agent was only mentioned in", sightedTicket),
  attack("signed-out", "every route without a session", signedOut),
  attack("role", "every route as too low a role", lowRole),
  attack("fields", "fields that a body may not set", massAssignment),
  attack("cross-site", "every state-changing route from another site's page", crossSite),
  attack("types", "every state-changing route with another content type", contentTypes),
  attack("fixation", "a session planted before the sign-in", fixation),
  attack("theft", "a stolen session after each way a session ends", theft),
  attack("second-step", "the second step passed over, guessed, repeated", twoStep),
  attack("half-out", "half a body, then signed out, on every state-changing route", signedOutHalfway),
  attack("half-disabled", "half a body, then disabled, on every state-changing route", disabledHalfway),
  attack("half-demoted", "half a body, then no administrator any more", demotedHalfway),
  attack("half-moved", "half a body, then moved to another department", movedHalfway),
  attack("socket-door", "sockets without session or from a foreign origin", socketDoor),
  attack("rooms", "events of others by forged rooms and ids", forgedRooms),
  attack("frames", "10 000 random frames on a live connection", randomFrames),
  attack("malformed", "every route with NUL, deep JSON, long queries, wrong shapes", malformed),
  attack("long-text", "a megabyte of text where text is kept", longText),
  attack("webhooks", "webhooks without, with a wrong, with another company's secret", webhooks),
  attack(
    "gateways",
    "messages and receipts handed in for others, again, too large, and addresses inside a private network",
    handedIn,
  ),
  attack("forged", "signed webhooks with each wrong signature and with changed bodies", forgedCalls),
  attack("replayed", "signed webhooks out of order, again, 20 times at once", replayedCalls),
  attack(
    "others",
    "another company's accounts, messages and templates, signed by one's own secret",
    othersAccounts,
  ),
  attack("unknown", "rightly signed webhooks of kinds and shapes that no provider sends", unknownKinds),
  attack("spoiled", "rightly signed webhooks of each kind with one value out of place", spoiledCalls),
  attack("huge", "webhooks of up to 32 MB", hugeCalls),
  attack("huge-pictures", "a client's picture of 20 000 × 20 000 on each channel", hugePictures),
  attack("replaced", "webhooks signed by a secret that was replaced", replacedSecret),
  attack("mails", "mails by webhook, each wrong signature, another company's, cut, changed", forgedMails),
  attack("mails-again", "one signed mail 20 times at once", replayedMails),
  attack("mails-hostile", "signed mails built to take the desk down, and one of 100 MB", hostileMails),
  attack("mails-forged", "mails in a client's name, as Gmail and Fastmail judge them", forgedSenders),
  timed(
    "squatters",
    "the neighbour's mail addresses, connected with a server of one's own",
    besideNeighbour(squatters),
  ),
  timed(
    "mails-slow",
    "twelve mails of a megabyte that are slow to read, of two companies",
    besideNeighbour(slowMails),
  ),
  attack("stars", "links that rate: made up, changed, another company's, opened by scanners", starLinkCalls),
  attack(
    "visitors",
    "another visitor's conversations, by every key, token, id and code",
    othersConversations,
  ),
  attack("visitor-files", "another visitor's files, by address and by id", visitorFiles),
  attack("visitor-fields", "fields that a visitor may not set", visitorFields),
  attack("proofs", "forged proofs of who a visitor is", forgedProofs),
  attack("markup", "HTML and scripts in what visitors and companies write", visitorMarkup),
  attack("headers", "what answers tell a browser", headers),
  attack("https", "http origins at a desk behind https", https),
  attack("figures", "figures and the list of calls, from elsewhere", figures),
  attack("forwarded", "a claimed address, another with each call", forwarded),
  attack("addresses", "addresses of others, registered and renamed to", addresses),
  attack("lockout", "a stranger's wrong passwords, while the owner signs in", lockout),
  attack("reset", "a stranger's reset codes, while the owner resets", resetLockout),
  timed("enumeration", "whether an address is known, by answer and by time", enumeration),
  attack("uploads", "files that would run in a browser", uploads),
  attack("links", "links to files, borrowed and changed", links),
  attack("reached", "push endpoints, clients' files and pictures inside a private network", reached),
  attack("formulas", "formulas in what is exported", formulaCells),
  timed("connects", "live connections without a session that ask to be let in", againstFlood("connects")),
  timed("beginnings", "first messages of one network without end", besideNeighbour(firstMessages)),
  timed(
    "office",
    "one visitor's messages without end, beside a hundred of their office",
    besideNeighbour(office()),
  ),
  timed(
    "strangers",
    "files of 2 MB without end from visitors who have not written",
    besideNeighbour(strangersFiles),
  ),
  timed("chatter", "messages of one network's visitors without end", besideNeighbour(crowdedMessages)),
  timed(
    "crowd",
    "idle connections of one network, and a visitor beside them",
    besideNeighbour(crowdedSockets),
  ),
  timed("silent", "500 connections of visitors that never ask to be let in", againstFlood("silent")),
  timed("polling", "the same by polling, and handshakes alone", againstFlood("polling", "handshakes")),
  timed("pictures", "pictures of 64 megapixels from one client", againstShare(hostilePictures)),
  timed("multipart", "forms with fields, names and headers without end", againstFlood("multipart")),
  timed("mail-lines", "mail servers that send lines without end for SELECT", besideServers("endless")),
  timed("mail-rests", "the same after two broken bounds", besideServers("endless", { rests: true })),
  timed("mail-drips", "mail servers that state 41.9 MB and send two bytes a second", besideServers("drips")),
  timed("mail-literals", "mail servers that state 100 bytes and send 66 MB", besideServers("literal")),
  timed("slow", "headers and bodies that come a byte at a time", againstFlood("slow")),
  timed(
    "unfinished",
    "600 calls of 1 and 4 MB that never end, by any signature, at known addresses too",
    besideNeighbour(unfinishedCalls),
  ),
  timed("searches", "400 searches by one agent, two or three times", againstFlood("searches")),
  timed("files", "large files without end", againstShare(fillStorage)),
  timed("no-room", "clients' files of a company without room", besideNeighbour(filesWithoutRoom)),
  timed("sign-ins", "wrong passwords from 40 networks at once", againstFlood("sign-ins")),
  timed("ports", "100 mailboxes at the ports of one host", besideNeighbour(portScan())),
  attack("dripping", "headers and bodies that never end, since the beginning", dripping),
  attack("secrets", "secrets and texts in the log of all this", secrets),
];
