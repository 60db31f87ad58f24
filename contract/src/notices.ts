/** An agent's settings of notices: what comes in which way, and when neither push nor mail comes. */
import { z } from "zod";
import { type NoticeKind, noticeKindNames, noticeKinds, noticeWays } from "./notice-kinds.ts";
import { clock } from "./opening-hours.ts";
import { namedTimeZone } from "./values.ts";

const way = z.enum(noticeWays);
const kind = z.enum(noticeKindNames as [NoticeKind, ...NoticeKind[]]);

/** Quiet from a time to another; `to` is on the next day unless it is later. `days` are those on which it begins; 0 is Monday. */
export const quietHours = z.object({
  from: clock,
  to: clock,
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, "a day is named twice"),
  /** The agent's own time zone; null means the company's. */
  time_zone: namedTimeZone.nullable(),
});
export type QuietHours = z.infer<typeof quietHours>;

/** True for each way in which a kind comes; null where it cannot. */
const ways = z.record(way, z.boolean().nullable());
export const noticeSettings = z.object({
  kinds: z.record(kind, ways),
  quiet: quietHours.nullable(),
  company_time_zone: z.string(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** Changes what it names and leaves the rest. */
export const changeNoticeSettings = z.object({
  kinds: z
    .partialRecord(kind, z.partialRecord(way, z.boolean()))
    .refine(
      (kinds) =>
        Object.entries(kinds).every(([name, given]) =>
          Object.keys(given ?? {}).every(
            (one) => noticeKinds[name as NoticeKind][one as (typeof noticeWays)[number]] !== null,
          ),
        ),
      "a kind does not come this way",
    )
    .optional(),
  quiet: quietHours.nullable().optional(),
});
export type ChangeNoticeSettings = z.infer<typeof changeNoticeSettings>;
