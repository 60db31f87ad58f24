/**
 * Every npm script comes through here, so that a fresh clone needs only Node 20 and npm. It uses only syntax and
 * built-ins that older versions know, so that they can say what is missing.
 */
const oldest = 20;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  process.stderr.write(
    `Parley needs Node ${oldest} or later, and this is Node ${process.versions.node}.\n` +
      "Install one from https://nodejs.org, or use a release archive, which has its own.\n",
  );
  process.exitCode = 1;
} else {
  import("./run/run.mjs");
}
