/** What a person can do something about: told without a stack. */
export class Obstacle extends Error {
  constructor(message) {
    super(message);
    this.name = "Obstacle";
  }
}
