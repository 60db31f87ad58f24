import { z } from "zod";
import { colleague } from "../agents.ts";
import { department } from "../departments.ts";
import {
  createPrivateMessage,
  privateChatAnswer,
  privateChatCounts,
  privateChatQuery,
  privateMessage,
  saveNotification,
  sendPrivateFile,
} from "../private-chat.ts";
import { uuid } from "../values.ts";
import { type Declarations, done } from "./call.ts";

export const colleagueCalls = {
  listColleagues: {
    summary: "Enabled agents, the caller included",
    ability: "readColleagues",
    answer: z.array(colleague),
  },
  getOwnDepartment: { summary: "One's own department", ability: "account", answer: department },
  listDepartments: {
    summary: "The company's departments",
    ability: "readColleagues",
    answer: z.array(department),
  },
  getPicture: {
    summary: "An agent's picture",
    ability: "readColleagues",
    params: z.object({ name: uuid }),
    answer: { content: "image/webp" },
  },
  listPrivateChats: {
    summary: "One's chats with colleagues, with what is unread",
    ability: "messageColleagues",
    answer: z.array(privateChatCounts),
  },
  openPrivateChat: {
    summary: "Messages of the chat with a colleague; marks them read",
    ability: "messageColleagues",
    changesState: true,
    params: z.object({ userid: uuid }),
    query: privateChatQuery,
    answer: privateChatAnswer,
  },
  sendPrivateMessage: {
    summary: "Send a text to a colleague",
    ability: "messageColleagues",
    body: createPrivateMessage,
    answer: privateMessage,
  },
  sendPrivateFile: {
    summary: "Send a file to a colleague",
    ability: "messageColleagues",
    form: sendPrivateFile,
    status: 201,
    answer: privateMessage,
  },
  saveNotification: {
    summary: "Accepted for older clients; the server notifies by itself",
    ability: "messageColleagues",
    params: z.object({ receiverid: uuid }),
    body: saveNotification,
    answer: done,
  },
} satisfies Declarations;
