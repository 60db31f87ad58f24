import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import { Body } from "../message-kinds/Body.tsx";
import { MediaViewer } from "../viewer/MediaViewer.tsx";

/** A note's text and file, drawn as a message's. Its pictures open by themselves: no client sent them. */
export function NoteBody({ note }: { note: Note }) {
  const message = asMessage(note);
  return (
    <div className="pt-0.5">
      <MediaViewer messages={[message]}>
        <Body message={message} />
      </MediaViewer>
    </div>
  );
}

function asMessage({ noteid, userid, user_name, deleted_on: _, ...note }: Note): Message {
  return {
    ...note,
    messageid: noteid,
    seq: 1,
    created_by: userid,
    created_by_name: user_name,
    clientid: "",
    receiverid: null,
    caption: note.type === "text" ? null : note.content || null,
    isagent: true,
    reaction: null,
    agent_reaction: null,
    agent_reaction_reason: null,
    status: null,
    status_reason: null,
    reason: null,
    album: null,
    originalMessage: null,
    originalMessageId: null,
    originalMessageSeq: null,
    originalMessageCreatedOn: null,
    originalMessageType: null,
    originalMessageIsAgent: null,
    automatic: false,
    region: null,
    template: null,
    mail: null,
    files: [],
  };
}
