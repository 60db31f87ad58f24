/** The environment of every process of Parley: the path, and Node's compile cache. */
export function processEnvironment(): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_ENV: "test", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
