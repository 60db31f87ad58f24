import { z } from "zod";
import {
  bubbleFolders,
  createSharedBubble,
  importedBubbles,
  macroRun,
  namedBubble,
  removeBubbleFile,
  runMacro,
  sharedBubble,
  sharedBubbleQuery,
  sharedBubbles,
  undoMacro,
  undoneMacro,
  updateSharedBubble,
} from "../shared-bubbles.ts";
import { type Declarations, done } from "./call.ts";

export const sharedBubbleCalls = {
  listSharedBubbles: {
    summary: "Bubbles of the company and of the departments one sees, that contain a phrase",
    ability: "answerTickets",
    query: sharedBubbleQuery,
    answer: sharedBubbles,
  },
  listBubbleFolders: {
    summary: "The folders of the shared bubbles one sees, each with the number of its bubbles",
    ability: "answerTickets",
    answer: bubbleFolders,
  },
  countBubbleUse: {
    summary: "Count that a shared bubble was inserted",
    ability: "answerTickets",
    body: namedBubble,
    answer: done,
  },
  runMacro: {
    summary:
      "Send a macro's text and make its changes to a ticket, all or none; a repeat of runid changes nothing",
    ability: "answerTickets",
    body: runMacro,
    answer: macroRun,
  },
  undoMacro: {
    summary: "Undo the changes of one's macro within a minute; a text that it sent stays",
    ability: "answerTickets",
    body: undoMacro,
    answer: undoneMacro,
  },
  createSharedBubble: {
    summary: "Share a bubble with a department or the company",
    ability: "manageSettings",
    body: createSharedBubble,
    answer: sharedBubble,
  },
  updateSharedBubble: {
    summary: "Change a shared bubble; its files stay",
    ability: "manageSettings",
    body: updateSharedBubble,
    answer: sharedBubble,
  },
  deleteSharedBubble: {
    summary: "Delete a shared bubble and its files",
    ability: "manageSettings",
    body: namedBubble,
    answer: done,
  },
  addBubbleFile: {
    summary: "Add a file to a shared bubble; each use sends a copy of it",
    ability: "manageSettings",
    weight: "upload",
    form: namedBubble,
    status: 201,
    answer: sharedBubble,
  },
  removeBubbleFile: {
    summary: "Remove a file from a shared bubble",
    ability: "manageSettings",
    body: removeBubbleFile,
    answer: sharedBubble,
  },
  importBubbles: {
    summary:
      "Import shared bubbles from a CSV file with the columns name, content, folder, language, department",
    ability: "manageSettings",
    weight: "upload",
    form: z.object({}),
    answer: importedBubbles,
  },
  exportBubbles: {
    summary: "All shared bubbles as a CSV file, which can be imported again",
    ability: "manageSettings",
    weight: "export",
    answer: { content: "text/csv" },
  },
} satisfies Declarations;
