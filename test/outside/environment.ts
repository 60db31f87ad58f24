/** What every process of Parley gets from its surroundings: the path, and where Node keeps what it compiled. */
export function processEnvironment(): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_ENV: "test", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
