/** An error for a person, printed without a stack. */
export class Obstacle extends Error {
  constructor(message) {
    super(message);
    this.name = "Obstacle";
  }
}
