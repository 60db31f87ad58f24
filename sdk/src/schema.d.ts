// Made from docs/openapi-v1.json by sdk/make.ts.
export interface paths {
    "/api/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets, the newest first
         * @description Ability: `readTickets`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Write first to a client; an open ticket of a messenger is answered instead, and a mail begins one
         * @description Ability: `sendReplies`.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a ticket; its version is in the header ETag
         * @description Ability: `readTickets`.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a ticket, the oldest first
         * @description Ability: `readTickets`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Write to the client in an open ticket; a program does so without being its handler
         * @description Ability: `sendReplies`.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a file to the client in an open ticket, by the rules of a message
         * @description Ability: `sendReplies`.
         */
        post: operations["sendFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the bytes of a ticket's file; supports Range
         * @description Ability: `readTickets`.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add tags to an open ticket and remove others; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["changeTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/priority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the priority of an open ticket
         * @description Ability: `answerTickets`.
         */
        post: operations["setPriority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set fields of an open ticket, or remove their values; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["setTicketFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Snooze an open ticket until a time, or until the client writes
         * @description Ability: `answerTickets`.
         */
        post: operations["snoozeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/end-snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the snooze of an open ticket; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["endSnooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an open ticket to a department and an agent
         * @description Ability: `answerTickets`.
         */
        post: operations["assignTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a ticket that waits, with an agent's own key; a company's key accepts none
         * @description Ability: `answerTickets`.
         */
        post: operations["acceptTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a ticket
         * @description Ability: `answerTickets`.
         */
        post: operations["closeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a closed ticket; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["reopenTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of a ticket, the oldest first
         * @description Ability: `readTickets`.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Write a note in a ticket, open or closed
         * @description Ability: `answerTickets`.
         */
        post: operations["writeNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/notes/{note}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one's own note: it stays as a trace without text; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Change the text of one's own note; without mentions it keeps those it has
         * @description Ability: `answerTickets`.
         */
        patch: operations["editNote"];
        trace?: never;
    };
    "/api/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients, the newest first
         * @description Ability: `readClients`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Make a client who has not written yet, with a key of every department
         * @description Ability: `manageClients`.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a client; its version is in the header ETag
         * @description Ability: `readClients`.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what is noted of a client; what is left out stays as it is
         * @description Ability: `manageClients`.
         */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/api/v1/clients/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add tags to a client and remove others; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["changeClientTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set fields of a client, or remove their values; a repeat changes nothing
         * @description Ability: `answerTickets`.
         */
        post: operations["setClientFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organisations of which the key sees a client; with every department all
         * @description Ability: `readClients`.
         */
        get: operations["listOrganisations"];
        put?: never;
        /**
         * Make an organisation, with a key of every department
         * @description Ability: `manageClients`.
         */
        post: operations["createOrganisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organisation; its version is in the header ETag
         * @description Ability: `readClients`.
         */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        /**
         * Delete an organisation; its clients stay
         * @description Ability: `manageClients`.
         */
        delete: operations["deleteOrganisation"];
        options?: never;
        head?: never;
        /**
         * Change an organisation; what is left out stays as it is
         * @description Ability: `manageClients`.
         */
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/api/v1/organisations/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set fields of an organisation, or remove their values; a repeat changes nothing
         * @description Ability: `manageClients`.
         */
        post: operations["setOrganisationFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents, also those whose account is switched off
         * @description Ability: `readColleagues`.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/departments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List departments
         * @description Ability: `readColleagues`.
         */
        get: operations["listDepartments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels, also those that are disconnected
         * @description Ability: `readTickets`.
         */
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description Ability: `readTickets`.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields of tickets and clients
         * @description Ability: `readTickets`.
         */
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the views of tickets that the key's departments have
         * @description Ability: `readTickets`.
         */
        get: operations["listViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened in the tickets that the key sees, by days, hours and agents
         * @description Ability: `readTickets`.
         */
        get: operations["getFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a client's message over a gateway; the same id again changes nothing
         * @description Ability: `handInMessages`.
         */
        post: operations["handInMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what became of a message that a gateway was given for a client
         * @description Ability: `handInMessages`.
         */
        post: operations["handInReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what has happened since a cursor, in order and at least once; waits where asked to
         * @description Ability: `readTickets`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks that read no more than the key
         * @description Ability: `manageWebhooks`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook, whose secret is shown this once; it sends events from now on
         * @description Ability: `manageWebhooks`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook; its version is in the header ETag
         * @description Ability: `manageWebhooks`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Ability: `manageWebhooks`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook; what is left out stays as it is
         * @description Ability: `manageWebhooks`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret; for a day requests are signed with the one before too
         * @description Ability: `manageWebhooks`.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a webhook send nothing until it is started; it keeps its place
         * @description Ability: `manageWebhooks`.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a parked webhook go on from where it stopped
         * @description Ability: `manageWebhooks`.
         */
        post: operations["startWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an example of an event
         * @description Ability: `manageWebhooks`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries of the last 30 days, the newest first
         * @description Ability: `manageWebhooks`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{delivery}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, out of its order
         * @description Ability: `manageWebhooks`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries since a time again, out of their order
         * @description Ability: `manageWebhooks`.
         */
        post: operations["resendSince"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A conversation with a client. */
        Ticket: {
            /**
             * Format: uuid
             * @description The id of the ticket.
             */
            id: string;
            /**
             * @description `pending` and `reopened` wait for an agent, `accepted` has one.
             * @enum {string}
             */
            state: "pending" | "accepted" | "reopened" | "closed";
            /**
             * @description Where the client writes.
             * @enum {string}
             */
            platform: "telegram" | "whatsapp" | "viber" | "web" | "email" | "gateway";
            /** @description The subject of a conversation by mail. */
            subject: string | null;
            /**
             * @description How urgent it is.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description True while it is marked as spam. */
            spam: boolean;
            /**
             * Format: uuid
             * @description The id of the client.
             */
            client_id: string;
            /**
             * Format: uuid
             * @description The id of the department.
             */
            department_id: string;
            /**
             * Format: uuid
             * @description The id of the channel.
             */
            channel_id: string;
            /**
             * Format: uuid
             * @description The id of the agent who handles it.
             */
            handler_id: string | null;
            /** @description The ids of its tags. */
            tags: string[];
            /** @description The values of its fields, by the field's id. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The client's rating, of three stars. */
            rating: number | null;
            /** @description The number of its last message. */
            last_message_number: number;
            /**
             * Format: date-time
             * @description Since when the client waits for an answer. RFC 3339, in UTC.
             */
            waits_since: string | null;
            /** @description The response goal that is due first; null where none is, or it pauses. */
            due: {
                /**
                 * @description The first answer, the next one, or the solution.
                 * @enum {string}
                 */
                goal: "first" | "next" | "solved";
                /**
                 * Format: date-time
                 * @description When it is due. RFC 3339, in UTC.
                 */
                at: string;
            } | null;
            /** @description True once one of its response goals was missed. */
            goal_missed: boolean;
            /**
             * Format: date-time
             * @description Until when it is snoozed; null also while it is until the client writes. RFC 3339, in UTC.
             */
            snoozed_until: string | null;
            /**
             * Format: date-time
             * @description When it was opened. RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. RFC 3339, in UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When an agent accepted it. RFC 3339, in UTC.
             */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @description When it was closed. RFC 3339, in UTC.
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it was last reopened. RFC 3339, in UTC.
             */
            reopened_at: string | null;
            /** @description The client, with `expand=client`. */
            client?: components["schemas"]["Client"];
            /** @description The handler, with `expand=handler`. */
            handler?: {
                /**
                 * Format: uuid
                 * @description The id of the agent.
                 */
                id: string;
                /** @description The agent's name. */
                name: string;
            } | null;
        };
        /** @description A message between the client and the company. */
        Message: {
            /**
             * Format: uuid
             * @description The id of the message.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the ticket.
             */
            ticket_id: string;
            /** @description Its place in the ticket: 1, 2, 3 … */
            number: number;
            /**
             * @description The kind of content.
             * @enum {string}
             */
            type: "text" | "audio" | "image" | "document" | "video" | "rating" | "close" | "reopen" | "location" | "unsupported" | "deleted";
            /** @description The text; of a location its JSON. */
            text: string;
            /** @description The text below a file. */
            caption: string | null;
            /** @description Who wrote it. */
            author: {
                /**
                 * @description `desk` is Parley itself.
                 * @enum {string}
                 */
                kind: "client" | "agent" | "program" | "rule" | "desk";
                /**
                 * Format: uuid
                 * @description The id of the client, the agent, or the rule of a note.
                 */
                id: string | null;
                /** @description The author's name, where it is known. */
                name: string | null;
            };
            /** @description True for an automatic message. */
            automatic: boolean;
            /**
             * @description How far a message to the client has come; null for the client's own.
             * @enum {string|null}
             */
            status: "queued" | "sent" | "delivered" | "read" | "failed" | "uncertain" | null;
            /** @description Why it failed, or may not have arrived. */
            status_reason: string | null;
            /** @description The client's reaction. */
            reaction: string | null;
            /**
             * Format: uuid
             * @description The id of the message that it quotes.
             */
            quotes: string | null;
            /** @description Its files. */
            files: {
                /**
                 * Format: uuid
                 * @description The id of the file.
                 */
                id: string;
                /** @description The file's name. */
                name: string;
                /** @description Its size in bytes, once it is known. */
                size: number | null;
                /** @description Its media type, as found in its content. */
                type: string | null;
                /** @description The path of its bytes, which are read with the key. */
                url: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it was written. RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last edited. RFC 3339, in UTC.
             */
            edited_at: string | null;
        };
        /** @description A note that colleagues leave for each other in a ticket. */
        Note: {
            /**
             * Format: uuid
             * @description The id of the note.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the ticket.
             */
            ticket_id: string;
            /** @description The text, which clients never see. */
            text: string;
            /** @description Who wrote it. */
            author: {
                /**
                 * @description `desk` is Parley itself.
                 * @enum {string}
                 */
                kind: "client" | "agent" | "program" | "rule" | "desk";
                /**
                 * Format: uuid
                 * @description The id of the client, the agent, or the rule of a note.
                 */
                id: string | null;
                /** @description The author's name, where it is known. */
                name: string | null;
            };
            /**
             * Format: date-time
             * @description When it was written. RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last edited. RFC 3339, in UTC.
             */
            edited_at: string | null;
            /**
             * Format: date-time
             * @description When it was deleted; its text is gone. RFC 3339, in UTC.
             */
            deleted_at: string | null;
        };
        /** @description A person who writes to the company. */
        Client: {
            /**
             * Format: uuid
             * @description The id of the client.
             */
            id: string;
            /** @description The id that people say and type. */
            short_id: string;
            /** @description The client's name. */
            name: string;
            /** @description The client's account number in the company's own systems. */
            number: string | null;
            /** @description The client's address, as agents noted it. */
            address: string | null;
            /** @description True while the client's messages are not accepted. */
            blocked: boolean;
            /**
             * Format: uuid
             * @description The id of the organisation that the client belongs to.
             */
            organisation_id: string | null;
            /** @description The ids of the client's tags. */
            tags: string[];
            /** @description The values of the client's fields, by the field's id. */
            fields: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the client first wrote or was made. RFC 3339, in UTC.
             */
            created_at: string;
        };
        /** @description Somebody who answers clients. */
        Agent: {
            /**
             * Format: uuid
             * @description The id of the agent.
             */
            id: string;
            /** @description The agent's name. */
            name: string;
            /**
             * Format: uuid
             * @description The id of the department that the agent belongs to.
             */
            department_id: string;
            /** @description True for an account that is switched off. */
            disabled: boolean;
        };
        /** @description A part of the company that handles tickets. */
        Department: {
            /**
             * Format: uuid
             * @description The id of the department.
             */
            id: string;
            /** @description The department's name. */
            name: string;
        };
        /** @description An account at which clients write. */
        Channel: {
            /**
             * Format: uuid
             * @description The id of the channel.
             */
            id: string;
            /**
             * @description The messenger, mail or web chat.
             * @enum {string}
             */
            platform: "telegram" | "whatsapp" | "viber" | "web" | "email" | "gateway";
            /** @description The channel's name. */
            name: string;
            /** @description False once it is disconnected. */
            connected: boolean;
            /**
             * Format: uuid
             * @description The id of the department that gets its tickets.
             */
            department_id: string | null;
        };
        /** @description A word that marks tickets and clients. */
        Tag: {
            /**
             * Format: uuid
             * @description The id of the tag.
             */
            id: string;
            /** @description The tag's name. */
            name: string;
            /**
             * @description Its colour.
             * @enum {string}
             */
            colour: "grey" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";
            /** @description True where no other ticket or client gets it. */
            archived: boolean;
        };
        /** @description What the company wants to know of tickets or clients. */
        Field: {
            /**
             * Format: uuid
             * @description The id of the field.
             */
            id: string;
            /**
             * @description What has the field.
             * @enum {string}
             */
            owner: "ticket" | "client" | "organisation";
            /** @description The field's name. */
            name: string;
            /**
             * @description What its values are.
             * @enum {string}
             */
            type: "text" | "number" | "date" | "choice" | "yes_no" | "link";
            /** @description The values of a choice. */
            choices: {
                /**
                 * Format: uuid
                 * @description The id of the choice.
                 */
                id: string;
                /** @description The choice's name. */
                name: string;
            }[];
            /** @description True where no other ticket or client gets a value. */
            archived: boolean;
        };
        /** @description A named list of open tickets. */
        View: {
            /**
             * Format: uuid
             * @description The id of the view.
             */
            id: string;
            /** @description The view's name. */
            name: string;
            /**
             * @description Who has it.
             * @enum {string}
             */
            audience: "own" | "department" | "company";
            /**
             * Format: uuid
             * @description The id of the department whose view it is.
             */
            department_id: string | null;
            /** @description Which open tickets it shows: a tree of `all`, `any`, `none` and leaves. */
            condition: unknown;
        };
        /** @description Where clients work. */
        Organisation: {
            /**
             * Format: uuid
             * @description The id of the organisation.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Its mail domains. */
            domains: string[];
            /** @description What agents note of it. */
            note: string | null;
            /** @description The number of its clients whom the key sees. */
            clients: number;
            /** @description The values of its fields, by the field's id. */
            fields: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made. RFC 3339, in UTC.
             */
            created_at: string;
        };
        /** @description It sends what happens to an address. */
        Webhook: {
            /**
             * Format: uuid
             * @description The id of the webhook.
             */
            id: string;
            /** @description The webhook's name. */
            name: string;
            /** @description The address to which it sends. */
            url: string;
            /**
             * @description `parley` sends the event, the others a message for a chat.
             * @enum {string}
             */
            format: "parley" | "slack" | "teams";
            /** @description The text of a chat's message; null for the usual one. */
            template: string | null;
            /** @description The types of the events that it sends. */
            types: ("ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete")[];
            /** @description The departments that it reads; null for every one. */
            department_ids: string[] | null;
            /** @description True where a request carries several events, at most 50. */
            batches: boolean;
            /** @description Which events it sends: those of tickets that match the tree of `all`, `any`, `not` and leaves. Null: all. */
            condition: unknown;
            /** @description What the condition names and was deleted: such a leaf finds nothing. */
            gone: {
                /** @description Its id. */
                id: string;
                /** @description Its last name. */
                name: string | null;
            }[];
            /**
             * @description `parked` sends nothing until it is started.
             * @enum {string}
             */
            state: "working" | "failing" | "parked";
            /** @description The number of events that are not sent yet, counted up to a bound. */
            behind: number;
            /**
             * Format: date-time
             * @description Since when its receiver accepts nothing. RFC 3339, in UTC.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was parked. RFC 3339, in UTC.
             */
            parked_at: string | null;
            /**
             * Format: date-time
             * @description When its receiver last accepted an event. RFC 3339, in UTC.
             */
            last_sent_at: string | null;
            /**
             * Format: date-time
             * @description When a backup was restored: events of before may come again. RFC 3339, in UTC.
             */
            restored_at: string | null;
            /**
             * Format: date-time
             * @description When it was made. RFC 3339, in UTC.
             */
            created_at: string;
            /** @description The name of the agent who made it, or the key that did. */
            created_by: string;
        };
        /** @description An event on its way to a webhook's address, kept for 30 days. */
        Delivery: {
            /**
             * Format: uuid
             * @description The id of the delivery.
             */
            id: string;
            /** @description The event's id, the header `webhook-id`. */
            event_id: string;
            /**
             * @description The type of an event.
             * @enum {string}
             */
            type: "ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete";
            /**
             * @description How far it has come.
             * @enum {string}
             */
            state: "waiting" | "sent" | "parked" | "dropped";
            /** @description True for an example that was sent by hand. */
            example: boolean;
            /** @description The number of tries. */
            attempts: number;
            /** @description The number of events in its last request; null where it went alone. */
            batch: number | null;
            /** @description The HTTP status of the last answer. */
            status: number | null;
            /** @description How long the last try took. */
            milliseconds: number | null;
            /** @description The beginning of the last answer. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it was due. RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last tried. RFC 3339, in UTC.
             */
            tried_at: string | null;
            /**
             * Format: date-time
             * @description When it is tried again. RFC 3339, in UTC.
             */
            next_try_at: string | null;
        };
        /** @description Something that happened. It is sent at least once, in order. */
        Event: {
            /** @description The id: the subject and its number there. It stays the same wherever the event is sent. */
            id: string;
            /** @description The cursor behind this event. */
            cursor: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete";
            /**
             * Format: date-time
             * @description When it happened. RFC 3339, in UTC.
             */
            time: string;
            /** @description Who did it. */
            actor: {
                /**
                 * @description `desk` is Parley itself.
                 * @enum {string}
                 */
                kind: "agent" | "client" | "desk" | "program" | "rule";
                /**
                 * Format: uuid
                 * @description The id of the agent, the client or the key.
                 */
                id: string | null;
            };
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What it happened to.
                 * @enum {string}
                 */
                type: "ticket" | "client" | "agent" | "department" | "channel" | "company" | "inbox";
                /**
                 * Format: uuid
                 * @description The subject's id.
                 */
                id: string;
                /** @description The event's number among the subject's: 1, 2, 3 … */
                number: number;
            };
            /** @description Ids, codes and numbers of what happened, by name: the message, the handler before and after. */
            facts: {
                [key: string]: unknown;
            };
            /** @description The ticket as it is now; null once it is gone. */
            ticket?: components["schemas"]["Ticket"] | null;
            /** @description The message as it is now; null once it is gone. */
            message?: components["schemas"]["Message"] | null;
            /** @description The note as it is now; null once it is gone. */
            note?: components["schemas"]["Note"] | null;
            /** @description The client as they are now; null once they are gone. */
            client?: components["schemas"]["Client"] | null;
        };
        /** @description Why a call was refused (RFC 9457). */
        Problem: {
            /** @description The reason, as `urn:parley:reason:` and its code. */
            type: string;
            /** @description The reason in English. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The reasons in English, a line each. */
            detail: string;
            /** @description The kind of refusal, coarser than `type`. */
            code: string;
            /** @description Each reason, where there are several, or it names something. */
            errors?: {
                /** @description The reason, as `urn:parley:reason:` and its code. */
                type: string;
                /** @description The reason in English. */
                title: string;
                /** @description What the reason names: a field, a bound. */
                facts?: {
                    [key: string]: string | number;
                };
            }[];
            /** @description Who accepted the ticket before. */
            handler?: {
                /**
                 * Format: uuid
                 * @description The id of the agent.
                 */
                id: string;
                /** @description Their name. */
                name: string;
            };
            /** @description Where the client wrote since `seen`: the number of the ticket's last message. */
            last_number?: number;
        };
    };
    responses: {
        /** @description Refused; `type` names the reason. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTickets: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 10
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
                /**
                 * @description `open` is any but closed; `waiting` is open without a handler.
                 * @example waiting
                 */
                state?: "open" | "waiting" | "pending" | "accepted" | "reopened" | "closed";
                /** @description The id of a department. */
                department?: string;
                /** @description The id of an agent. */
                handler?: string;
                /** @description The id of a channel. */
                channel?: string;
                /** @description The id of a tag. */
                tag?: string;
                /** @description The id of a view, of which the open tickets are listed. */
                view?: string;
                /** @description Where the client writes. */
                platform?: "telegram" | "whatsapp" | "viber" | "web" | "email" | "gateway";
                /** @description How urgent it is. */
                priority?: "low" | "normal" | "high" | "urgent";
                /**
                 * @description Resources to include, separated by commas: `client`, `handler`.
                 * @example client,handler
                 */
                expand?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Ticket"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02",
                 *       "channel_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a05",
                 *       "subject": "Your ferry",
                 *       "text": "Your ferry leaves at 14:00."
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The id of the client, who has an address or wrote at the channel.
                     */
                    client_id: string;
                    /**
                     * Format: uuid
                     * @description The id of the channel.
                     */
                    channel_id: string;
                    /** @description The subject; mails alone have one, and need it. */
                    subject?: string;
                    /** @description The text, of the length that the channel accepts. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getTicket: {
        parameters: {
            query?: {
                /**
                 * @description Resources to include, separated by commas: `client`, `handler`.
                 * @example client
                 */
                expand?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Message"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Your ferry leaves at 14:00."
                 *     }
                 */
                "application/json": {
                    /** @description The text, of the length that the channel accepts. */
                    text: string;
                    /**
                     * Format: uuid
                     * @description The id of the message to quote, where the channel can.
                     */
                    quotes?: string;
                    /** @description The number of the last message that was read: refused with 409 where the client wrote since. */
                    seen?: number;
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    sendFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description A text below the file. */
                    caption?: string;
                    /**
                     * Format: uuid
                     * @description The id of the message to quote, where the channel can.
                     */
                    quotes?: string;
                    /** @description As of a message: refused with 409 where the client wrote since. */
                    seen?: number;
                    /**
                     * Format: binary
                     * @description Comes after the other fields.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    changeTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a06"
                 *       ],
                 *       "remove": []
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The ids of tags to add.
                     * @default []
                     */
                    add?: string[];
                    /**
                     * @description The ids of tags to remove.
                     * @default []
                     */
                    remove?: string[];
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    setPriority: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "priority": "high"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How urgent it is.
                     * @enum {string}
                     */
                    priority: "low" | "normal" | "high" | "urgent";
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    setTicketFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a07": "B 12"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Values by the field's id; null removes one. What is left out stays as it is. */
                    fields: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    snoozeTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2036-05-04T09:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Until when, RFC 3339; null means until the client writes.
                     */
                    until: string | null;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    endSnooze: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    assignTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "department_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a03",
                 *       "handler_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a04"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The id of the department; without it the ticket stays in its own.
                     */
                    department_id?: string;
                    /**
                     * Format: uuid
                     * @description The id of the agent who handles it; null makes it wait for one.
                     */
                    handler_id: string | null;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    acceptTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    closeTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "silently": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description True where the client is not asked for a rating.
                     * @default false
                     */
                    silently?: boolean;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    reopenTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Note"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    writeNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Paid on Monday."
                 *     }
                 */
                "application/json": {
                    /** @description The text, which clients never see. */
                    text: string;
                    /** @description Whom it mentions: they are notified. */
                    mentions?: {
                        /**
                         * @description The ids of agents.
                         * @default []
                         */
                        agents?: string[];
                        /**
                         * @description The ids of departments.
                         * @default []
                         */
                        departments?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
                /**
                 * @description The id of the note.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0a
                 */
                note: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    editNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01
                 */
                id: string;
                /**
                 * @description The id of the note.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0a
                 */
                note: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Paid on Tuesday."
                 *     }
                 */
                "application/json": {
                    /** @description The text, which clients never see. */
                    text: string;
                    /** @description Whom it mentions: they are notified. */
                    mentions?: {
                        /**
                         * @description The ids of agents.
                         * @default []
                         */
                        agents?: string[];
                        /**
                         * @description The ids of departments.
                         * @default []
                         */
                        departments?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
                /**
                 * @description The client's account number, whole.
                 * @example K 12
                 */
                number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Client"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Henrik Aas",
                 *       "number": "K 12",
                 *       "mail": {
                 *         "channel_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a05",
                 *         "address": "henrik@aas.example"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The client's name. */
                    name: string;
                    /** @description The client's account number. */
                    number?: string;
                    /** @description The client's address. */
                    address?: string;
                    /** @description Where to write to the client by mail. */
                    mail?: {
                        /**
                         * Format: uuid
                         * @description The id of the mail account.
                         */
                        channel_id: string;
                        /**
                         * Format: email
                         * @description The client's mail address.
                         */
                        address: string;
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Henrik Aas",
                 *       "address": "Quay 4, Bergen",
                 *       "organisation_id": "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c"
                 *     }
                 */
                "application/json": {
                    /** @description The client's name. */
                    name?: string;
                    /** @description The client's account number in the company's own systems; null removes it. */
                    number?: string | null;
                    /** @description The client's address; null removes it. */
                    address?: string | null;
                    /**
                     * Format: uuid
                     * @description The id of the client's organisation; null removes the client from it.
                     */
                    organisation_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    changeClientTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a06"
                 *       ],
                 *       "remove": []
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The ids of tags to add.
                     * @default []
                     */
                    add?: string[];
                    /**
                     * @description The ids of tags to remove.
                     * @default []
                     */
                    remove?: string[];
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    setClientFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a08": "Gold"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Values by the field's id; null removes one. What is left out stays as it is. */
                    fields: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listOrganisations: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Organisation"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    createOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Aas Shipping",
                 *       "domains": [
                 *         "aas.example"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /** @description Its mail domains: who writes from one may join it. */
                    domains?: string[];
                    /** @description What agents note of it; an empty text removes it. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    deleteOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Aas Ferries"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name?: string;
                    /** @description Its mail domains: who writes from one may join it. */
                    domains?: string[];
                    /** @description What agents note of it; an empty text removes it. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    setOrganisationFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a09": "North"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Values by the field's id; null removes one. What is left out stays as it is. */
                    fields: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Agent"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listDepartments: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Department"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Channel"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Tag"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listFields: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Field"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listViews: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["View"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getFigures: {
        parameters: {
            query?: {
                /**
                 * @description So many days until today: 1, 7, 28 or 92; 28 without a range.
                 * @example 28
                 */
                days?: number;
                /** @description The first day, in the company's time zone. */
                from?: string;
                /** @description The last day, which counts too. */
                to?: string;
                /**
                 * @description Only tickets of this department.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a03
                 */
                department?: string;
                /** @description Only tickets of this account. */
                channel?: string;
                /** @description Only what this agent did. */
                agent?: string;
                /** @description Only tickets with this tag when they were closed. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description The first day.
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last day, which counts too.
                         */
                        to: string;
                        /** @description The company's time zone, by which days begin. */
                        time_zone: string;
                        /** @description True while earlier tickets are still being counted. */
                        counting: boolean;
                        /** @description Open tickets that wait to be accepted at this moment. */
                        waiting: number;
                        /** @description The sums of the range. */
                        counts: {
                            /** @description Tickets that were opened. */
                            opened: number;
                            /** @description How often a closed ticket was opened again. */
                            reopened: number;
                            /** @description How often a ticket was closed. */
                            closed: number;
                            /** @description Messages of clients. */
                            received: number;
                            /** @description Messages of agents. */
                            sent: number;
                            /** @description Clocks of response goals that were met. */
                            goals_met: number;
                            /** @description Clocks of response goals that were missed. */
                            goals_missed: number;
                            /** @description How often one, two and three stars were given. */
                            stars: number[];
                            /** @description Stars that came with words. */
                            with_words: number;
                        };
                        /** @description The sums of as many days before. */
                        before: {
                            /** @description Tickets that were opened. */
                            opened: number;
                            /** @description How often a closed ticket was opened again. */
                            reopened: number;
                            /** @description How often a ticket was closed. */
                            closed: number;
                            /** @description Messages of clients. */
                            received: number;
                            /** @description Messages of agents. */
                            sent: number;
                            /** @description Clocks of response goals that were met. */
                            goals_met: number;
                            /** @description Clocks of response goals that were missed. */
                            goals_missed: number;
                            /** @description How often one, two and three stars were given. */
                            stars: number[];
                            /** @description Stars that came with words. */
                            with_words: number;
                        };
                        /** @description From opening until a ticket is accepted. */
                        accept: {
                            /** @description By the clock. */
                            clock: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                            /** @description Within opening hours alone. */
                            open: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                        };
                        /** @description From opening until an agent's first message. */
                        answer: {
                            /** @description By the clock. */
                            clock: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                            /** @description Within opening hours alone. */
                            open: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                        };
                        /** @description From opening until it is closed. */
                        close: {
                            /** @description By the clock. */
                            clock: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                            /** @description Within opening hours alone. */
                            open: {
                                /** @description How many were measured. */
                                count: number;
                                /** @description Minutes that half of them took at most; null without any. */
                                median: number | null;
                                /** @description Minutes that nine of ten took at most; null without any. */
                                p90: number | null;
                            };
                        };
                        /** @description The sums of each day. */
                        days: {
                            /**
                             * Format: date
                             * @description The day.
                             */
                            day: string;
                            /** @description Tickets that were opened. */
                            opened: number;
                            /** @description How often a closed ticket was opened again. */
                            reopened: number;
                            /** @description How often a ticket was closed. */
                            closed: number;
                            /** @description Messages of clients. */
                            received: number;
                            /** @description Messages of agents. */
                            sent: number;
                            /** @description Clocks of response goals that were met. */
                            goals_met: number;
                            /** @description Clocks of response goals that were missed. */
                            goals_missed: number;
                            /** @description How often one, two and three stars were given. */
                            stars: number[];
                            /** @description Stars that came with words. */
                            with_words: number;
                            /** @description The median of the first answer, in minutes by the clock; null without any. */
                            answer: number | null;
                            /** @description The same within opening hours alone. */
                            answer_open: number | null;
                        }[];
                        /** @description The sums of each hour of each weekday; an hour without any is left out. */
                        hours: {
                            /** @description 1 is Monday. */
                            weekday: number;
                            /** @description The hour of the day. */
                            hour: number;
                            /** @description Tickets that were opened. */
                            opened: number;
                            /** @description Messages of clients. */
                            received: number;
                        }[];
                        /** @description How many tickets waited to be accepted as each hour of each weekday began; an hour without any is left out, and all are where an agent is asked for. */
                        waiting_hours: {
                            /** @description 1 is Monday. */
                            weekday: number;
                            /** @description The hour of the day. */
                            hour: number;
                            /** @description The average of its days, to one decimal. */
                            waiting: number;
                        }[];
                        /** @description What routing offered, as far as offers are kept: 30 days. */
                        routes: {
                            /**
                             * @description Why the ticket was offered to that agent.
                             * @enum {string}
                             */
                            basis: "previous" | "cover" | "round_robin" | "least_open";
                            /** @description How often. */
                            offers: number;
                            /** @description Offers that were accepted. */
                            accepted: number;
                            /** @description Offers that were not accepted in time. */
                            lapsed: number;
                        }[];
                        /** @description What each agent did. */
                        agents: {
                            /** @description The agent's name. */
                            name: string;
                            /** @description Tickets that were opened. */
                            opened: number;
                            /** @description How often a closed ticket was opened again. */
                            reopened: number;
                            /** @description How often a ticket was closed. */
                            closed: number;
                            /** @description Messages of clients. */
                            received: number;
                            /** @description Messages of agents. */
                            sent: number;
                            /** @description Clocks of response goals that were met. */
                            goals_met: number;
                            /** @description Clocks of response goals that were missed. */
                            goals_missed: number;
                            /** @description How often one, two and three stars were given. */
                            stars: number[];
                            /** @description Stars that came with words. */
                            with_words: number;
                            /** @description Tickets that the agent accepted. */
                            accepted: number;
                            /** @description The median of the first answer, in minutes by the clock; null without any. */
                            answer: number | null;
                            /** @description The same within opening hours alone. */
                            answer_open: number | null;
                            /**
                             * Format: uuid
                             * @description The id of the agent.
                             */
                            agent_id: string;
                        }[];
                        /** @description The words of clients about their stars, the newest first. */
                        words: {
                            /** @description The client's name. */
                            client_name: string;
                            /** @description The agent's name; null without one. */
                            agent_name: string | null;
                            /** @description One to three stars. */
                            stars: number;
                            /** @description What the client wrote. */
                            words: string;
                            /**
                             * Format: date-time
                             * @description When the client wrote it.
                             */
                            rated_on: string;
                            /**
                             * Format: uuid
                             * @description The id of the ticket.
                             */
                            ticket_id: string;
                        }[];
                        /** @description What rules did, as far as runs are kept: 30 days. */
                        rules: {
                            /** @description The rule's name. */
                            name: string;
                            /** @description How often it ran. */
                            runs: number;
                            /** @description In how many tickets. */
                            tickets: number;
                            /**
                             * Format: uuid
                             * @description The id of the rule.
                             */
                            rule_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    handInMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "SM-1",
                 *       "from": {
                 *         "id": "+447700900123",
                 *         "name": "Henrik Aas"
                 *       },
                 *       "text": "Where is my ferry?"
                 *     }
                 */
                "application/json": {
                    /** @description Your id of the message, unique within the channel. */
                    id: string;
                    /** @description The client. */
                    from: {
                        /** @description Your id of the client: a phone number, an account. */
                        id: string;
                        /** @description The client's name; the id where it is left out. */
                        name?: string;
                        /** @description The client's language, as `en` or `pt-BR`. */
                        language?: string;
                        /** @description The client's country, two letters of ISO 3166-1. */
                        country?: string;
                    };
                    /** @description The conversation, where a client has several at once; each has a ticket of its own. */
                    thread?: string;
                    /**
                     * @description The text, or the caption of the first file.
                     * @default
                     */
                    text?: string;
                    /**
                     * @description Its files; each becomes a message.
                     * @default []
                     */
                    files?: {
                        /**
                         * Format: uri
                         * @description Where Parley fetches it, once: https and public.
                         */
                        url: string;
                        /** @description The file's name. */
                        name: string;
                        /** @description Its media type; the content decides in the end. */
                        type?: string;
                    }[];
                    /** @description A place, in a message without text and files. */
                    location?: {
                        /** @description In degrees. */
                        latitude: number;
                        /** @description In degrees. */
                        longitude: number;
                    };
                    /** @description The id of the message that it answers, yours or Parley's. */
                    quotes?: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The message's id; null where it was not kept, as of a blocked client.
                         */
                        id: string | null;
                        /**
                         * Format: uuid
                         * @description The ticket that it came into.
                         */
                        ticket_id: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    handInReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "SM-2",
                 *       "status": "read"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the message, as `message.id` named it. */
                    id: string;
                    /**
                     * @description How far it came; it never goes back.
                     * @enum {string}
                     */
                    status: "sent" | "delivered" | "read" | "failed";
                    /** @description Why it failed, for the agent who wrote it. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The cursor to go on from; `now` answers that of the newest event. The oldest event when omitted. */
                after?: string;
                /**
                 * @description The types to read, separated by commas; all that the key may see when omitted.
                 * @example ticket_message,ticket_close
                 */
                types?: string;
                /** @description Seconds to wait for an event where there is none yet. */
                wait?: number;
                /**
                 * @description The most events of the answer.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The events, the oldest first. */
                        data: components["schemas"]["Event"][];
                        /** @description The cursor for the next call, also where there is no event. */
                        next: string;
                        /** @description True where further events may be there already. */
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page.
                 * @example 50
                 */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Webhook"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "CRM",
                 *       "url": "https://crm.example.com/parley",
                 *       "types": [
                 *         "ticket_create",
                 *         "ticket_close"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /**
                     * Format: uri
                     * @description The address to send to: https and public.
                     */
                    url: string;
                    /** @description The types of events to send. Without any only what rules send to it. */
                    types: ("ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete")[];
                    /**
                     * @description The departments to read; null for every one.
                     * @default null
                     */
                    department_ids?: string[] | null;
                    /**
                     * @description Sends several events in one request, at most 50, as `{"events": […]}`.
                     * @default false
                     */
                    batches?: boolean;
                    /**
                     * @description Sends only events of tickets that match: a tree of `all`, `any`, `not` and leaves, as rules ask. Null: all.
                     * @default null
                     */
                    condition?: unknown;
                };
            };
        };
        responses: {
            /** @description Carried out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The id of the webhook.
                         */
                        id: string;
                        /** @description The webhook's name. */
                        name: string;
                        /** @description The address to which it sends. */
                        url: string;
                        /**
                         * @description `parley` sends the event, the others a message for a chat.
                         * @enum {string}
                         */
                        format: "parley" | "slack" | "teams";
                        /** @description The text of a chat's message; null for the usual one. */
                        template: string | null;
                        /** @description The types of the events that it sends. */
                        types: ("ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete")[];
                        /** @description The departments that it reads; null for every one. */
                        department_ids: string[] | null;
                        /** @description True where a request carries several events, at most 50. */
                        batches: boolean;
                        /** @description Which events it sends: those of tickets that match the tree of `all`, `any`, `not` and leaves. Null: all. */
                        condition: unknown;
                        /** @description What the condition names and was deleted: such a leaf finds nothing. */
                        gone: {
                            /** @description Its id. */
                            id: string;
                            /** @description Its last name. */
                            name: string | null;
                        }[];
                        /**
                         * @description `parked` sends nothing until it is started.
                         * @enum {string}
                         */
                        state: "working" | "failing" | "parked";
                        /** @description The number of events that are not sent yet, counted up to a bound. */
                        behind: number;
                        /**
                         * Format: date-time
                         * @description Since when its receiver accepts nothing. RFC 3339, in UTC.
                         */
                        failing_since: string | null;
                        /**
                         * Format: date-time
                         * @description When it was parked. RFC 3339, in UTC.
                         */
                        parked_at: string | null;
                        /**
                         * Format: date-time
                         * @description When its receiver last accepted an event. RFC 3339, in UTC.
                         */
                        last_sent_at: string | null;
                        /**
                         * Format: date-time
                         * @description When a backup was restored: events of before may come again. RFC 3339, in UTC.
                         */
                        restored_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, in UTC.
                         */
                        created_at: string;
                        /** @description The name of the agent who made it, or the key that did. */
                        created_by: string;
                        /** @description The secret that signs its requests, shown this once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "ticket_close"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name?: string;
                    /**
                     * Format: uri
                     * @description The address to send to: https and public.
                     */
                    url?: string;
                    /** @description The types of events to send. Without any only what rules send to it. */
                    types?: ("ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete")[];
                    /** @description The departments to read; null for every one. */
                    department_ids?: string[] | null;
                    /** @description Sends only events of tickets that match: a tree of `all`, `any`, `not` and leaves, as rules ask. Null: all. */
                    condition?: unknown;
                    /** @description Sends several events in one request, at most 50, as `{"events": […]}`. */
                    batches?: boolean;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The id of the webhook.
                         */
                        id: string;
                        /** @description The webhook's name. */
                        name: string;
                        /** @description The address to which it sends. */
                        url: string;
                        /**
                         * @description `parley` sends the event, the others a message for a chat.
                         * @enum {string}
                         */
                        format: "parley" | "slack" | "teams";
                        /** @description The text of a chat's message; null for the usual one. */
                        template: string | null;
                        /** @description The types of the events that it sends. */
                        types: ("ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete")[];
                        /** @description The departments that it reads; null for every one. */
                        department_ids: string[] | null;
                        /** @description True where a request carries several events, at most 50. */
                        batches: boolean;
                        /** @description Which events it sends: those of tickets that match the tree of `all`, `any`, `not` and leaves. Null: all. */
                        condition: unknown;
                        /** @description What the condition names and was deleted: such a leaf finds nothing. */
                        gone: {
                            /** @description Its id. */
                            id: string;
                            /** @description Its last name. */
                            name: string | null;
                        }[];
                        /**
                         * @description `parked` sends nothing until it is started.
                         * @enum {string}
                         */
                        state: "working" | "failing" | "parked";
                        /** @description The number of events that are not sent yet, counted up to a bound. */
                        behind: number;
                        /**
                         * Format: date-time
                         * @description Since when its receiver accepts nothing. RFC 3339, in UTC.
                         */
                        failing_since: string | null;
                        /**
                         * Format: date-time
                         * @description When it was parked. RFC 3339, in UTC.
                         */
                        parked_at: string | null;
                        /**
                         * Format: date-time
                         * @description When its receiver last accepted an event. RFC 3339, in UTC.
                         */
                        last_sent_at: string | null;
                        /**
                         * Format: date-time
                         * @description When a backup was restored: events of before may come again. RFC 3339, in UTC.
                         */
                        restored_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, in UTC.
                         */
                        created_at: string;
                        /** @description The name of the agent who made it, or the key that did. */
                        created_by: string;
                        /** @description The secret that signs its requests, shown this once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    startWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` that was read: refused with 412 where what it is of has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "ticket_close"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of an event.
                     * @enum {string}
                     */
                    type: "ticket_create" | "ticket_message" | "ticket_accept" | "ticket_reassign" | "ticket_take_over" | "ticket_release" | "ticket_close" | "ticket_reopen" | "ticket_rating" | "ticket_snooze" | "ticket_unsnooze" | "ticket_priority" | "ticket_tag" | "ticket_field" | "ticket_spam" | "ticket_not_spam" | "ticket_merge" | "ticket_unmerge" | "ticket_delete" | "ticket_restore" | "ticket_split" | "ticket_unsplit" | "ticket_split_off" | "ticket_purge" | "ticket_note" | "ticket_note_edit" | "ticket_note_delete" | "ticket_rule" | "ticket_goal_warned" | "ticket_goal_missed" | "message_fail" | "message_edit" | "message_delete" | "message_reaction" | "tag_create" | "tag_update" | "tag_delete" | "tag_merge" | "field_create" | "field_update" | "field_delete" | "field_order" | "client_create" | "client_update" | "client_block" | "client_unblock" | "client_tag" | "client_field" | "client_organisation" | "client_join" | "client_merge" | "client_unmerge" | "organisation_create" | "organisation_update" | "organisation_delete" | "organisation_field" | "agent_register" | "agent_accept_invitation" | "agent_update" | "agent_disable" | "agent_enable" | "department_create" | "department_rename" | "department_delete";
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The most items of the page. */
                limit?: number;
                /** @description The cursor `next` of the page before. */
                after?: string;
                /**
                 * @description How far they have come.
                 * @example waiting
                 */
                state?: "waiting" | "sent" | "parked" | "dropped";
            };
            header?: never;
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page. */
                        data: components["schemas"]["Delivery"][];
                        /** @description The cursor of the next page, for the parameter `after`; null on the last page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
                /**
                 * @description The id of the delivery.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0e
                 */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
    resendSince: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of this change: a repeat within a day gets the same answer and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The resource's id.
                 * @example 5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-05-04T09:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Deliveries since then are sent again, at most 10 000.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Carried out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of deliveries that are sent again. */
                        count: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
        };
    };
}
