import { clientRow } from "../client-profiles.ts";
import {
  changeClientTags,
  changeTicketTags,
  createTag,
  deleteTag,
  mergeTag,
  switchTagList,
  tag,
  tagList,
  tagUses,
  updateTag,
} from "../tags.ts";
import { ticket } from "../tickets.ts";
import { type Declarations, done } from "./call.ts";

export const tagCalls = {
  listTags: {
    summary: "The company's tags by name, and whether only administrators make them",
    ability: "readTickets",
    answer: tagList,
  },
  createTag: {
    summary: "Make a tag; agents may while the list is not closed",
    ability: "answerTickets",
    body: createTag,
    answer: tag,
  },
  changeTicketTags: {
    summary: "Add tags to a ticket and remove others; a repeat changes nothing",
    ability: "answerTickets",
    body: changeTicketTags,
    answer: ticket,
  },
  changeClientTags: {
    summary: "Add tags to a client and remove others; a repeat changes nothing",
    ability: "answerTickets",
    body: changeClientTags,
    answer: clientRow,
  },
  listTagUses: {
    summary: "How many tickets and clients have each tag; a tag that none has is left out",
    ability: "manageSettings",
    weight: "search",
    answer: tagUses,
  },
  updateTag: {
    summary: "Rename, recolour, archive or restore a tag; what is left out stays as it is",
    ability: "manageSettings",
    body: updateTag,
    answer: tag,
  },
  deleteTag: {
    summary:
      "Delete a tag: its tickets and clients lose it. After an interruption the tag is archived, and a repeat goes on",
    ability: "manageSettings",
    weight: "export",
    body: deleteTag,
    answer: done,
  },
  mergeTag: {
    summary:
      "Merge a tag into another: its tickets and clients get that one. After an interruption the tag is archived, and a repeat goes on",
    ability: "manageSettings",
    weight: "export",
    body: mergeTag,
    answer: done,
  },
  switchTagList: {
    summary: "Close the list of tags, so that only administrators make them, or open it",
    ability: "manageSettings",
    body: switchTagList,
    answer: done,
  },
} satisfies Declarations;
