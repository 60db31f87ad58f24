/** The link of an agent's picture: its name is random and changes with it. */
export const pictureLink = (key: string, picture: string | null): string | null =>
  picture && `/visitor/${key}${picture}`;
