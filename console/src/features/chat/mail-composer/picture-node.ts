/** A picture within the text: it names an uploaded file, and is shown from that file's address. Other pictures are dropped. */
import { type Editor, mergeAttributes, Node } from "@tiptap/core";

type Options = {
  /** The file's address; null for one that no longer exists. */
  addressOf: (fileid: string) => string | null;
};

export const PictureNode = Node.create<Options>({
  name: "picture",
  group: "inline",
  inline: true,
  draggable: true,
  atom: true,
  addOptions: () => ({ addressOf: () => null }),
  addAttributes: () => ({
    fileid: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute("src")?.slice("cid:".length),
      renderHTML: ({ fileid }: { fileid: string }) => ({ src: `cid:${fileid}` }),
    },
    alt: { default: "" },
  }),
  parseHTML: () => [{ tag: 'img[src^="cid:"]' }],
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement("img");
      const address = this.options.addressOf(String(node.attrs.fileid));
      if (address) dom.src = address;
      dom.alt = String(node.attrs.alt);
      return { dom };
    };
  },
});

/** Removes a picture from the text. */
export function removePicture(editor: Editor, fileid: string): void {
  const places: { from: number; to: number }[] = [];
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === "picture" && node.attrs.fileid === fileid)
      places.push({ from: at, to: at + node.nodeSize });
  });
  for (const place of places.reverse()) editor.commands.deleteRange(place);
}
