import type { Mentions, Note } from "@parley/contract/notes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, Refused } from "../../../api/client.ts";
import { upload } from "../../../api/upload.ts";
import { newId } from "../../../ui/new-id.ts";
import { putNote } from "../../tickets/notes/cache.ts";

type Written = { content: string; mentions?: Mentions; file?: File | undefined };

const mentionsAny = (mentions: Mentions | undefined) =>
  mentions && mentions.agents.length + mentions.departments.length > 0;

/**
 * Saves a note, with or without a file. A try that got no answer is repeated with its id, so that it is one note; a
 * refused one has stored nothing.
 */
export function useWriteNote(ticketid: string, onSaved: () => void) {
  const cache = useQueryClient();
  const noteid = useRef(newId());
  return useMutation({
    mutationFn: ({ content, mentions, file }: Written): Promise<Note> => {
      const fields = { ticketid, noteid: noteid.current, content };
      const some = mentionsAny(mentions);
      return file
        ? upload("sendNoteFile", {
            fields: { ...fields, ...(some && { mentions: JSON.stringify(mentions) }) },
            file,
          })
        : call("writeNote", { body: { ...fields, ...(some && { mentions }) } });
    },
    onSuccess: (note) => {
      noteid.current = newId();
      putNote(cache, note);
      onSaved();
    },
    onError: (error) => {
      if (error instanceof Refused) noteid.current = newId();
    },
  });
}

export function useEditNote({ ticketid, noteid, mentions: known }: Note, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ content, mentions }: Pick<Written, "content" | "mentions">) => {
      const changes = mentionsAny(mentions) || known;
      return call("editNote", { body: { ticketid, noteid, content, ...(changes && { mentions }) } });
    },
    onSuccess: (note) => {
      putNote(cache, note);
      onDone();
    },
  });
}

export function useDeleteNote({ ticketid, noteid }: Note, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("deleteNote", { body: { ticketid, noteid } }),
    onSuccess: (note) => {
      putNote(cache, note);
      onDone();
    },
  });
}
