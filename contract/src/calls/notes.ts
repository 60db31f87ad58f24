import {
  deleteNote,
  editNote,
  note,
  noteDraftChange,
  noteDrafts,
  notesAnswer,
  notesQuery,
  saveNoteDraft,
  sendNoteFile,
  writeNote,
} from "../notes.ts";
import type { Declarations } from "./call.ts";
import { byTicket } from "./params.ts";

export const noteCalls = {
  listNotes: {
    summary: "A ticket's notes and what happened to it, in a range of time, the newest first",
    ability: "readTickets",
    params: byTicket,
    query: notesQuery,
    answer: notesAnswer,
  },
  writeNote: {
    summary: "Write a note for colleagues; a repeat of noteid changes nothing",
    ability: "answerTickets",
    body: writeNote,
    answer: note,
  },
  sendNoteFile: {
    summary: "Write a note with a file; a repeat of noteid changes nothing",
    ability: "answerTickets",
    weight: "upload",
    form: sendNoteFile,
    status: 201,
    answer: note,
  },
  editNote: {
    summary: "Change one's own note, which says so from then on",
    ability: "answerTickets",
    body: editNote,
    answer: note,
  },
  deleteNote: {
    summary: "Delete one's own note; who wrote it and when it was deleted stays",
    ability: "answerTickets",
    body: deleteNote,
    answer: note,
  },
  listNoteDrafts: { summary: "One's own unsent notes", ability: "account", answer: noteDrafts },
  saveNoteDraft: {
    summary: "Save an unsent note; empty content removes it",
    ability: "account",
    body: saveNoteDraft,
    answer: noteDraftChange,
  },
} satisfies Declarations;
