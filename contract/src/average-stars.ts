/** The number of ratings, and their average or null for none. `stars`: how often one, two and three stars were given. */
export function averageStars(stars: readonly number[]): { rated: number; average: number | null } {
  const rated = stars.reduce((sum, count) => sum + count, 0);
  const given = stars.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { rated, average: rated === 0 ? null : given / rated };
}
