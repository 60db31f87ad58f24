/** A script imports this file first, because an older Node would otherwise run it without an effect or a message. */
const needed = 24;

if (Number(process.versions.node.split(".")[0]) < needed) {
  process.stderr.write(
    `This script needs Node ${needed}, and this is Node ${process.versions.node}. ` +
      "npm run check and the other npm scripts bring theirs along.\n",
  );
  process.exit(1);
}
