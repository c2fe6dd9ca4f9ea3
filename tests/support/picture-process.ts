import { buffer } from "node:stream/consumers";
import { Refused } from "#contracts/errors";
import { readPicture } from "#services/images/read-picture";
import { jpeg } from "./pictures.ts";

/**
 * Reads the picture on its input as many times concurrently as its argument says. Prints each outcome, and the growth
 * of the process in bytes.
 */
const picture = await buffer(process.stdin);
await readPicture(await jpeg());

const { rss: before } = process.memoryUsage();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 1);
const outcomes = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    readPicture(picture).then(
      ({ type }) => type,
      (error) => (error instanceof Refused ? error.code : String(error)),
    ),
  ),
);
clearInterval(watch);
most = Math.max(most, process.memoryUsage().rss);
process.stdout.write(JSON.stringify({ outcomes, grownBytes: most - before }));
