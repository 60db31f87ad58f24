import { byView, createView, orderViews, updateView, view, viewCounts, viewList } from "../views.ts";
import { type Declarations, done } from "./call.ts";

export const viewCalls = {
  listViews: {
    summary: "The caller's own views, those of the departments they see, and the company's, by name",
    ability: "answerTickets",
    answer: viewList,
  },
  countViews: {
    summary: "The number of open tickets in each view of the caller, the built-in ones included",
    ability: "answerTickets",
    answer: viewCounts,
  },
  getView: {
    summary:
      "One view of the company, as a colleague sends its address: its tickets are those the caller sees",
    ability: "answerTickets",
    params: byView,
    answer: view,
  },
  createView: {
    summary:
      "Keep a view for oneself; who manages tickets shares it with a department they see, administrators with the company",
    ability: "answerTickets",
    body: createView,
    answer: view,
  },
  updateView: {
    summary: "Rename or change a view, or share it otherwise; what is left out stays as it is",
    ability: "answerTickets",
    body: updateView,
    answer: view,
  },
  deleteView: { summary: "Delete a view", ability: "answerTickets", body: byView, answer: done },
  orderViews: {
    summary: "Put the views in an order of one's own, by their keys: ids, and names of the built-in ones",
    ability: "answerTickets",
    body: orderViews,
    answer: done,
  },
} satisfies Declarations;
