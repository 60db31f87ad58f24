/** The resources of `/api/v1`. Keys are only ever added; programs leave out of account what they do not know. */
import { z } from "zod";
import { fieldOwners, fieldTypes } from "./field-types.ts";
import { fieldValue } from "./field-values.ts";
import { goalNames } from "./goal-words.ts";
import { limits } from "./limits.ts";
import { mailLimits } from "./mail.ts";
import { platforms } from "./platforms.ts";
import { priorities } from "./priorities.ts";
import { programLimits } from "./program-limits.ts";
import { tagColours } from "./tag-colours.ts";
import { messageTypes } from "./timeline.ts";

const id = z.uuid();
const text = (about: string) => z.string().describe(about);
const time = (about: string) => z.iso.datetime().describe(`${about} RFC 3339, in UTC.`);
const of = (what: string) => id.describe(`The id of ${what}.`);

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item).max(programLimits.programPage).describe("The items of this page."),
    next: z
      .string()
      .nullable()
      .describe("The cursor of the next page, for the parameter `after`; null on the last page."),
  });

export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(programLimits.programPage)
    .default(programLimits.programPageUsual)
    .describe("The most items of the page."),
  after: z.string().min(1).max(500).optional().describe("The cursor `next` of the page before."),
});

export const byProgramId = z.object({ id: id.describe("The resource's id.") });

const agentName = z.object({ id: of("the agent"), name: text("The agent's name.") });

export const programClient = z
  .object({
    id: of("the client"),
    short_id: text("The id that people say and type."),
    name: text("The client's name."),
    number: text("The client's account number in the company's own systems.").nullable(),
    address: text("The client's address, as agents noted it.").nullable(),
    blocked: z.boolean().describe("True while the client's messages are not accepted."),
    organisation_id: of("the organisation that the client belongs to").nullable(),
    tags: z.array(id).describe("The ids of the client's tags."),
    fields: z
      .record(z.string(), z.unknown())
      .describe("The values of the client's fields, by the field's id."),
    created_at: time("When the client first wrote or was made."),
  })
  .describe("A person who writes to the company.");
export type ProgramClient = z.infer<typeof programClient>;

export const programOrganisation = z
  .object({
    id: of("the organisation"),
    name: text("The organisation's name."),
    domains: z.array(z.string()).describe("Its mail domains."),
    note: text("What agents note of it.").nullable(),
    clients: z.number().int().min(0).describe("The number of its clients whom the key sees."),
    fields: z.record(z.string(), z.unknown()).describe("The values of its fields, by the field's id."),
    created_at: time("When it was made."),
  })
  .describe("Where clients work.");
export type ProgramOrganisation = z.infer<typeof programOrganisation>;

export const programTicket = z
  .object({
    id: of("the ticket"),
    state: z
      .enum(["pending", "accepted", "reopened", "closed"])
      .describe("`pending` and `reopened` wait for an agent, `accepted` has one."),
    platform: z.enum(platforms).describe("Where the client writes."),
    subject: text("The subject of a conversation by mail.").nullable(),
    priority: z.enum(priorities).describe("How urgent it is."),
    spam: z.boolean().describe("True while it is marked as spam."),
    client_id: of("the client"),
    department_id: of("the department"),
    channel_id: of("the channel"),
    handler_id: of("the agent who handles it").nullable(),
    tags: z.array(id).describe("The ids of its tags."),
    fields: z.record(z.string(), z.unknown()).describe("The values of its fields, by the field's id."),
    rating: z.number().int().min(1).max(3).nullable().describe("The client's rating, of three stars."),
    last_message_number: z.number().int().min(0).describe("The number of its last message."),
    waits_since: time("Since when the client waits for an answer.").nullable(),
    due: z
      .object({
        goal: z.enum(goalNames).describe("The first answer, the next one, or the solution."),
        at: time("When it is due."),
      })
      .nullable()
      .describe("The response goal that is due first; null where none is, or it pauses."),
    goal_missed: z.boolean().describe("True once one of its response goals was missed."),
    snoozed_until: time(
      "Until when it is snoozed; null also while it is until the client writes.",
    ).nullable(),
    created_at: time("When it was opened."),
    updated_at: time("When it last changed."),
    accepted_at: time("When an agent accepted it.").nullable(),
    closed_at: time("When it was closed.").nullable(),
    reopened_at: time("When it was last reopened.").nullable(),
    client: programClient.optional().describe("The client, with `expand=client`."),
    handler: agentName.nullable().optional().describe("The handler, with `expand=handler`."),
  })
  .describe("A conversation with a client.");
export type ProgramTicket = z.infer<typeof programTicket>;

const expandable = ["client", "handler"] as const;
export type Expandable = (typeof expandable)[number];
const expand = z
  .string()
  .max(100)
  .transform((list) => list.split(","))
  .pipe(z.array(z.enum(expandable)).max(expandable.length))
  .optional()
  .describe("Resources to include, separated by commas: `client`, `handler`.");

export const expandQuery = z.strictObject({ expand });
export const programTicketQuery = pageQuery.extend({
  state: z
    .enum(["open", "waiting", "pending", "accepted", "reopened", "closed"])
    .optional()
    .describe("`open` is any but closed; `waiting` is open without a handler."),
  department: of("a department").optional(),
  handler: of("an agent").optional(),
  channel: of("a channel").optional(),
  tag: of("a tag").optional(),
  view: of("a view, of which the open tickets are listed").optional(),
  platform: z.enum(platforms).optional().describe("Where the client writes."),
  priority: z.enum(priorities).optional().describe("How urgent it is."),
  expand,
});

const author = z
  .object({
    kind: z.enum(["client", "agent", "program", "rule", "desk"]).describe("`desk` is Parley itself."),
    id: id.nullable().describe("The id of the client, the agent, or the rule of a note."),
    name: z.string().nullable().describe("The author's name, where it is known."),
  })
  .describe("Who wrote it.");

const file = z
  .object({
    id: of("the file"),
    name: text("The file's name."),
    size: z.number().int().nullable().describe("Its size in bytes, once it is known."),
    type: z.string().nullable().describe("Its media type, as found in its content."),
    url: z.string().nullable().describe("The path of its bytes, which are read with the key."),
  })
  .describe("A file of a message.");

export const programMessage = z
  .object({
    id: of("the message"),
    ticket_id: of("the ticket"),
    number: z.number().int().min(1).describe("Its place in the ticket: 1, 2, 3 …"),
    type: z.enum(messageTypes).describe("The kind of content."),
    text: text("The text; of a location its JSON."),
    caption: z.string().nullable().describe("The text below a file."),
    author,
    automatic: z.boolean().describe("True for an automatic message."),
    status: z
      .enum(["queued", "sent", "delivered", "read", "failed", "uncertain"])
      .nullable()
      .describe("How far a message to the client has come; null for the client's own."),
    status_reason: z.string().nullable().describe("Why it failed, or may not have arrived."),
    reaction: z.string().nullable().describe("The client's reaction."),
    quotes: id.nullable().describe("The id of the message that it quotes."),
    files: z.array(file).describe("Its files."),
    created_at: time("When it was written."),
    edited_at: time("When it was last edited.").nullable(),
  })
  .describe("A message between the client and the company.");
export type ProgramMessage = z.infer<typeof programMessage>;

export const programNote = z
  .object({
    id: of("the note"),
    ticket_id: of("the ticket"),
    text: text("The text, which clients never see."),
    author,
    created_at: time("When it was written."),
    edited_at: time("When it was last edited.").nullable(),
    deleted_at: time("When it was deleted; its text is gone.").nullable(),
  })
  .describe("A note that colleagues leave for each other in a ticket.");
export type ProgramNote = z.infer<typeof programNote>;

export const programAgent = z
  .object({
    id: of("the agent"),
    name: text("The agent's name."),
    department_id: of("the department that the agent belongs to"),
    disabled: z.boolean().describe("True for an account that is switched off."),
  })
  .describe("Somebody who answers clients.");
export type ProgramAgent = z.infer<typeof programAgent>;

export const programDepartment = z
  .object({ id: of("the department"), name: text("The department's name.") })
  .describe("A part of the company that handles tickets.");
export type ProgramDepartment = z.infer<typeof programDepartment>;

export const programChannel = z
  .object({
    id: of("the channel"),
    platform: z.enum(platforms).describe("The messenger, mail or web chat."),
    name: text("The channel's name."),
    connected: z.boolean().describe("False once it is disconnected."),
    department_id: of("the department that gets its tickets").nullable(),
  })
  .describe("An account at which clients write.");
export type ProgramChannel = z.infer<typeof programChannel>;

export const programTag = z
  .object({
    id: of("the tag"),
    name: text("The tag's name."),
    colour: z.enum(tagColours).describe("Its colour."),
    archived: z.boolean().describe("True where no other ticket or client gets it."),
  })
  .describe("A word that marks tickets and clients.");
export type ProgramTag = z.infer<typeof programTag>;

export const programField = z
  .object({
    id: of("the field"),
    owner: z.enum(fieldOwners).describe("What has the field."),
    name: text("The field's name."),
    type: z.enum(fieldTypes).describe("What its values are."),
    choices: z
      .array(
        z
          .object({ id: of("the choice"), name: text("The choice's name.") })
          .describe("A value that can be chosen."),
      )
      .describe("The values of a choice."),
    archived: z.boolean().describe("True where no other ticket or client gets a value."),
  })
  .describe("What the company wants to know of tickets or clients.");
export type ProgramField = z.infer<typeof programField>;

export const programView = z
  .object({
    id: of("the view"),
    name: text("The view's name."),
    audience: z.enum(["own", "department", "company"]).describe("Who has it."),
    department_id: of("the department whose view it is").nullable(),
    condition: z
      .unknown()
      .describe("Which open tickets it shows: a tree of `all`, `any`, `none` and leaves."),
  })
  .describe("A named list of open tickets.");
export type ProgramView = z.infer<typeof programView>;

export const programReply = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(limits.messageText)
    .describe("The text, of the length that the channel accepts."),
  quotes: of("the message to quote, where the channel can").optional(),
  seen: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe("The number of the last message that was read: refused with 409 where the client wrote since."),
});
export const programFileForm = z.strictObject({
  caption: z.string().trim().max(limits.messageText).optional().describe("A text below the file."),
  quotes: programReply.shape.quotes,
  seen: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("As of a message: refused with 409 where the client wrote since."),
});
const tagIds = z.array(id).max(limits.tagsPerTicket).default([]);
export const programTagChange = z.strictObject({
  add: tagIds.describe("The ids of tags to add."),
  remove: tagIds.describe("The ids of tags to remove."),
});
export const programPriority = z.strictObject({ priority: z.enum(priorities).describe("How urgent it is.") });
const fieldChanges = z
  .record(id, fieldValue.nullable())
  .refine((values) => Object.keys(values).length <= limits.fieldsPerOwner)
  .describe("Values by the field's id; null removes one. What is left out stays as it is.");
export const programFieldChange = z.strictObject({ fields: fieldChanges });
export const programSnooze = z.strictObject({
  until: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe("Until when, RFC 3339; null means until the client writes."),
});
export const programAssignment = z.strictObject({
  department_id: of("the department; without it the ticket stays in its own").optional(),
  handler_id: of("the agent who handles it; null makes it wait for one").nullable(),
});
export const nothing = z.strictObject({});
export const programClientQuery = pageQuery.extend({
  number: z.string().trim().min(1).max(64).optional().describe("The client's account number, whole."),
});
export const programNewClient = z.strictObject({
  name: z.string().trim().min(1).max(200).describe("The client's name."),
  number: z.string().trim().min(1).max(64).optional().describe("The client's account number."),
  address: z.string().trim().min(1).max(500).optional().describe("The client's address."),
  mail: z
    .strictObject({
      channel_id: of("the mail account"),
      address: z.email().max(254).describe("The client's mail address."),
    })
    .optional()
    .describe("Where to write to the client by mail."),
});
export const programNewTicket = z.strictObject({
  client_id: of("the client, who has an address or wrote at the channel"),
  channel_id: of("the channel"),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(mailLimits.subject)
    .regex(/^[^\n\r\t]*$/)
    .optional()
    .describe("The subject; mails alone have one, and need it."),
  text: programReply.shape.text,
});
export const programClientChange = z.strictObject({
  name: z.string().trim().min(1).max(200).optional().describe("The client's name."),
  number: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .nullable()
    .optional()
    .describe("The client's account number in the company's own systems; null removes it."),
  address: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .nullable()
    .optional()
    .describe("The client's address; null removes it."),
  organisation_id: of("the client's organisation; null removes the client from it").nullable().optional(),
});
const domain = z.string().trim().min(1).max(253);
const organisationFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(limits.organisationName)
    .regex(/^[^\n\r\t]*$/)
    .describe("Its name."),
  domains: z
    .array(domain)
    .max(1_000)
    .optional()
    .describe("Its mail domains: who writes from one may join it."),
  note: z
    .string()
    .trim()
    .max(limits.organisationNote)
    .optional()
    .describe("What agents note of it; an empty text removes it."),
};
export const programNewOrganisation = z.strictObject(organisationFields);
export const programOrganisationChange = z.strictObject({
  ...organisationFields,
  name: organisationFields.name.optional(),
});
const noteText = z
  .string()
  .trim()
  .min(1)
  .max(limits.messageText)
  .describe("The text, which clients never see.");
const mentioned = z.array(id).max(1_000).default([]);
const programMentions = z
  .strictObject({
    agents: mentioned.describe("The ids of agents."),
    departments: mentioned.describe("The ids of departments."),
  })
  .optional()
  .describe("Whom it mentions: they are notified.");
export const programNoteText = z.strictObject({ text: noteText, mentions: programMentions });
export const byProgramNote = byProgramId.extend({ note: of("the note") });
export const programClosing = z.strictObject({
  silently: z.boolean().default(false).describe("True where the client is not asked for a rating."),
});

/** An error of any call. */
export const problem = z
  .object({
    type: text("The reason, as `urn:parley:reason:` and its code."),
    title: text("The reason in English."),
    status: z.number().int().describe("The HTTP status."),
    detail: text("The reasons in English, a line each."),
    code: text("The kind of refusal, coarser than `type`."),
    errors: z
      .array(
        z
          .object({
            type: text("The reason, as `urn:parley:reason:` and its code."),
            title: text("The reason in English."),
            facts: z
              .record(z.string(), z.union([z.string(), z.number()]))
              .optional()
              .describe("What the reason names: a field, a bound."),
          })
          .describe("One reason."),
      )
      .optional()
      .describe("Each reason, where there are several, or it names something."),
    handler: z
      .object({ id: of("the agent"), name: text("Their name.") })
      .optional()
      .describe("Who accepted the ticket before."),
    last_number: z
      .number()
      .int()
      .positive()
      .optional()
      .describe("Where the client wrote since `seen`: the number of the ticket's last message."),
  })
  .describe("Why a call was refused (RFC 9457).");
