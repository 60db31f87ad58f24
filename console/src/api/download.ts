/** Milliseconds that the bytes of a file may take. */
const timeout = 120_000;

type Stored = { path: string | null; name: string; type: string };

/**
 * The bytes of a stored file, by the signed address that an answer carries. `gone`: it was deleted. `failed`: there is no
 * connection, or the server is busy; a later try may succeed.
 */
export async function download({ path, name, type }: Stored): Promise<File | "gone" | "failed"> {
  if (!path) return "gone";
  try {
    const answer = await fetch(path, { credentials: "include", signal: AbortSignal.timeout(timeout) });
    if (answer.status === 404) return "gone";
    return answer.ok ? new File([await answer.blob()], name, { type }) : "failed";
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return "failed";
    throw error;
  }
}
