/** The measures of `figure_facts`. */
export const measures = {
  ...{ opened: 1, reopened: 2, received: 3, sent: 4, closed: 5, rated: 6 },
  ...{ accept: 7, accept_open: 8, answer: 9, answer_open: 10, close: 11, close_open: 12 },
  ...{ goals_met: 13, goals_missed: 14, waits: 15, waits_no_more: 16 },
} as const;
export type Measure = keyof typeof measures;
