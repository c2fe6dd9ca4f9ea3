import { openBucket } from "../images/bucket.ts";
import { countRemaining, movePictures } from "../images/move-pictures.ts";
import { type Command, textOption, UsageError } from "./command.ts";
import { meter } from "./printer.ts";

export const migratePictures: Command = {
  path: ["pictures", "migrate"],
  takes: "--to <bucket|postgres>",
  summary: "moves pictures to the bucket at PICTURES, or back",
  details:
    "Each is copied, the copy is compared with its digest, and only then it is taken away where it was. Interrupted, the same\n" +
    "command does the rest. Pictures that cannot be moved stay, are named, and make the exit code 1.\n\n" +
    "To the bucket: set PICTURES for every process and start them again, then run this while the system serves. `VACUUM FULL\n" +
    "images` gives the room to the disk afterwards. Back to PostgreSQL: stop the system, run this with PICTURES as it is, and\n" +
    "take PICTURES away. Thumbnails and pictures of drafts stay in PostgreSQL in either case.",
  async run(call, { config, storage, printer, signal }) {
    const to = textOption(call, "to");
    if (to !== "bucket" && to !== "postgres") throw new UsageError("Use --to bucket or --to postgres.");
    if (!config.pictures)
      throw new UsageError("Set PICTURES to the bucket, also when moving its pictures back.");
    const { pool } = (await storage()).database;
    const bucket = await openBucket(config.pictures);
    let moved = 0;
    let failed = 0;
    let left = 0;
    try {
      await bucket.check();
      const report = meter(printer, "pictures", await countRemaining(pool, to));
      await movePictures(pool, bucket, to, {
        signal,
        onMoved(digest, error) {
          if (error === undefined) moved += 1;
          else {
            failed += 1;
            printer.line({ digest, fault: error }, () => `${digest} ${error}`);
          }
          report(moved + failed);
        },
      });
      // Counts pictures that failed, and uploads of processes that store elsewhere.
      left = await countRemaining(pool, to);
    } finally {
      bucket.close();
    }
    printer.line({ to, moved, left }, () => `${moved} pictures moved, ${left} not moved`);
    return left === 0 ? 0 : 1;
  },
};
