/** Makes a name's extension agree with the content, for people and for programs that rely on it. */

/** The usual extension of each type comes first, then equivalent ones. */
const extensions = new Map(
  Object.entries({
    "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
    "image/png": ["png", "apng"],
    "image/apng": ["png", "apng"],
    "image/gif": ["gif"],
    "image/webp": ["webp"],
    "image/avif": ["avif"],
    "image/heic": ["heic", "heif"],
    "image/heif": ["heif", "heic"],
    "image/tiff": ["tif", "tiff"],
    "image/bmp": ["bmp"],
    "video/mp4": ["mp4", "m4v", "mpg4"],
    "video/x-m4v": ["m4v", "mp4"],
    "video/quicktime": ["mov", "qt"],
    "video/webm": ["webm"],
    "video/3gpp": ["3gp", "3gpp"],
    "video/3gpp2": ["3g2", "3gp"],
    "video/ogg": ["ogv", "ogg"],
    "video/matroska": ["mkv"],
    "audio/mpeg": ["mp3", "mpga", "mpeg"],
    "audio/ogg": ["ogg", "oga", "opus"],
    "audio/opus": ["opus", "ogg", "oga"],
    "audio/amr": ["amr"],
    "audio/aac": ["aac"],
    "audio/x-m4a": ["m4a", "mp4", "m4b", "aac"],
    "audio/mp4": ["m4a", "mp4", "aac"],
    "audio/3gpp": ["3gp", "3gpp", "3ga"],
    "audio/wav": ["wav", "wave"],
    "audio/webm": ["webm", "weba"],
    "audio/flac": ["flac"],
    "audio/x-flac": ["flac"],
    "application/pdf": ["pdf"],
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  }),
);
const known = new Set([...extensions.values()].flat());

/** Undefined for types shared by many formats (ZIP, plain text, unknown bytes). */
export const extensionFor = (mediaType: string): string | undefined => extensions.get(mediaType)?.[0];

/**
 * The name with a fitting extension. The extension of another known format is replaced, anything else is kept and
 * followed by the right one: "invoice.exe" of a JPEG becomes "invoice.exe.jpg".
 */
export function nameForType(name: string, mediaType: string): string {
  const fitting = extensions.get(mediaType);
  if (!fitting) return name;
  const extension = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (fitting.includes(extension)) return name;
  const stem = known.has(extension) ? name.slice(0, -extension.length - 1) : name;
  return `${stem || "file"}.${fitting[0]}`;
}
