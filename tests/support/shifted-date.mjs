import { ServerResponse } from "node:http";

/** Loaded before the server: its calendar begins at `DATE_BEGINS` and its clock continues from there. */
const Real = Date;
const shift = Real.parse(process.env.DATE_BEGINS) - Real.now();

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }
  static now() {
    return Real.now() + shift;
  }
};

// Node takes the `Date` of its responses from the unshifted clock.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  if (!this.headersSent) this.setHeader("Date", new Date().toUTCString());
  return writeHead.apply(this, given);
};
