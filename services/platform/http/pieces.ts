const mostLoose = 1024;

/** Bytes that come piece by piece. Put together on the way, since a piece of one byte takes a hundred by itself. */
export class Pieces {
  #joined: Buffer[] = [];
  #loose: Buffer[] = [];

  add(piece: Buffer): void {
    this.#loose.push(piece);
    if (this.#loose.length < mostLoose) return;
    this.#joined.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** Everything so far; there is nothing left then. */
  take(): Buffer {
    const whole = Buffer.concat([...this.#joined, ...this.#loose]);
    this.#joined = [];
    this.#loose = [];
    return whole;
  }
}
