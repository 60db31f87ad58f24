/** Tags of a company, which tickets and clients carry. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { tagColours } from "./tag-colours.ts";
import { timestamp, uuid } from "./values.ts";

/** Two names that differ in case and accents alone are the same. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.tagName)
  .regex(/^[^\n\r\t]*$/);
const colour = z.enum(tagColours);

export const tag = z.object({
  tagid: uuid,
  name: z.string(),
  colour,
  /** Tickets and clients keep an archived tag, and no others get it. */
  archived_on: timestamp.nullable(),
});
export type Tag = z.infer<typeof tag>;

/** All tags by name. `closed`: only administrators make tags. */
export const tagList = z.object({ closed: z.boolean(), tags: z.array(tag).max(limits.tagsPerCompany) });
export type TagList = z.infer<typeof tagList>;

const count = z.number().int().nonnegative();
export const tagUses = z.array(z.object({ tagid: uuid, tickets: count, clients: count }));
export type TagUses = z.infer<typeof tagUses>;

/** Without a colour the tag is grey. */
export const createTag = z.object({ name, colour: colour.optional() });
export type CreateTag = z.infer<typeof createTag>;

/** Omitted fields stay unchanged. */
export const updateTag = z.object({
  tagid: uuid,
  name: name.optional(),
  colour: colour.optional(),
  archived: z.boolean().optional(),
});
export type UpdateTag = z.infer<typeof updateTag>;

export const deleteTag = z.object({ tagid: uuid });
/** Tickets and clients of the tag get the tag `into`, and the tag is deleted. */
export const mergeTag = deleteTag.extend({ into: uuid });
export type MergeTag = z.infer<typeof mergeTag>;

export const switchTagList = z.object({ closed: z.boolean() });

const ids = z.array(uuid).max(limits.tagsPerTicket).default([]);
export const tagChange = z.object({ add: ids, remove: ids });
export type TagChange = z.output<typeof tagChange>;
/** A tag that the ticket has is not added again, and one that it lacks is not removed. */
export const changeTicketTags = tagChange.extend({ ticketid: uuid });
/** The same for a client. */
export const changeClientTags = tagChange.extend({ clientid: uuid });
