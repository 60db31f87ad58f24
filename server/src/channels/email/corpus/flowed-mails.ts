import { deskMail, html, multipart, type Part, reply, type Sample, sample, text } from "./sample.ts";

const heading = "On 2 Mar 2026 at 10:15, Desk Help wrote:";

/** Thunderbird writes so: each line that goes on ends in a space. */
const flowed = (content: string, parameters = ""): Part =>
  text(content, { type: `text/plain; format=flowed${parameters}` });

const answerBelow = `Thanks for the fast answer.\n\n${heading}\n> Which size do you need? \nSize 43, and please in black.\n`;
const answerShown = `Thanks for the fast answer.\n\n${heading}\n> Which size do you need?\nSize 43, and please in black.`;

export const flowedMails: Sample[] = [
  sample("Flowed: an answer below a quote that ends in a space", reply, flowed(answerBelow), {
    text: answerShown,
    ticket: "same",
  }),
  sample(
    "Flowed: a complaint below the whole quote",
    reply,
    flowed(`${heading}\n> Hello Olena, \n> we have sent it. \n> \n> Desk Help \nNo, you have not sent it!\n`),
    { text: "No, you have not sent it!", rest: ["we have sent it"], ticket: "same" },
  ),
  sample(
    "Flowed: an answer below a quote, and HTML that says the same",
    reply,
    multipart("alternative", [
      flowed(answerBelow),
      html(
        `<p>Thanks for the fast answer.</p><div class="moz-cite-prefix">${heading}<br></div><blockquote type="cite"><p>Which size do you need?</p></blockquote><p>Size 43, and please in black.</p>`,
      ),
    ]),
    {
      text: answerShown,
      shown: `Thanks for the fast answer.\n\n${heading}\n\n> Which size do you need?\n\nSize 43, and please in black.`,
      ticket: "same",
    },
  ),
  sample(
    "Flowed: paragraphs are joined, and answers stand between quotes of two depths",
    reply,
    flowed(
      `${heading}\n>> Is it the \n>> red one? \n> Yes, it is the \n> red one. \nThen I want it \nin blue.\n> Shall we send it?\nYes, do.\n`,
    ),
    {
      text: `${heading}\n>> Is it the red one?\n> Yes, it is the red one.\nThen I want it in blue.\n> Shall we send it?\nYes, do.`,
      ticket: "same",
    },
  ),
  sample(
    "Flowed: quotes whose marks have spaces between them",
    reply,
    flowed(
      `All good.\n\n${heading}\n> > ${deskMail.text.replace(" the ", " \n> > the ")} \n> I will look.\n`,
    ),
    { text: "All good.", rest: [deskMail.text], ticket: "same" },
  ),
  sample(
    "Flowed: stuffed spaces, and a signature that nothing flows into",
    {},
    flowed("The label says\n > 42 <\n and not 43.\nBest \n-- \nOlena Koval \nKyiv\n"),
    { text: "The label says\n> 42 <\nand not 43.\nBest", rest: ["Olena Koval Kyiv"] },
  ),
  sample(
    "Flowed: Japanese whose line ends are no spaces",
    {},
    flowed("番号は1042 \nです。 \nよろしく。\n", "; delsp=yes"),
    { text: "番号は1042です。よろしく。" },
  ),
  sample(
    "Flowed: a heading that is broken over lines",
    reply,
    flowed(
      `It fits.\n\nOn Monday, 2 March 2026 at 10:15, Desk Help \n<help@desk.example> wrote:\n> ${deskMail.text}\n`,
    ),
    { text: "It fits.", rest: [deskMail.text], ticket: "same" },
  ),
];
