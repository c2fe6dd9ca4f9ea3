/** What comes is more than is wanted at once. The connection on which it still comes is given up. */
export class CutShort extends Error {
  constructor() {
    super("the rest of an answer was not wanted");
    this.name = "CutShort";
  }
}
