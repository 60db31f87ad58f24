import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import { Body } from "../message-kinds/Body.tsx";
import { noMessageFields } from "../message-kinds/no-message-fields.ts";
import { MediaViewer } from "../viewer/MediaViewer.tsx";

/** A note's text and file, drawn as a message's. Its pictures open by themselves: no client sent them. */
export function NoteBody({ note }: { note: Note }) {
  const message = asMessage(note);
  return (
    <div className="pt-0.5">
      <MediaViewer messages={[message]}>
        <Body message={message} mentions={note.mentions?.map(({ name }) => name)} />
      </MediaViewer>
    </div>
  );
}

function asMessage({ noteid, userid, user_name, deleted_on: _, mentions: __, ...note }: Note): Message {
  return {
    ...noMessageFields,
    ...note,
    messageid: noteid,
    seq: 1,
    created_by: userid,
    created_by_name: user_name,
    clientid: "",
    caption: note.type === "text" ? null : note.content || null,
    isagent: true,
    status: null,
  };
}
