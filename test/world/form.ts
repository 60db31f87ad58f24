/** A multipart body as a browser sends it: the fields, then the file. */
export function form(
  fields: Record<string, string>,
  file?: { name: string; content: string | Buffer; type?: string; field?: string | undefined },
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = "a-boundary-of-the-tests";
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const { name, content, type = "application/octet-stream", field = "file" } = file;
    const quoted = name.replaceAll('"', "%22").replaceAll("\n", "%0A").replaceAll("\r", "%0D");
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoted}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from("\r\n"),
    );
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
