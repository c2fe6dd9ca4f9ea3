import { z } from "zod";

const sentence =
  "PICTURES is postgres or a bucket, such as s3://algomoim-pictures?endpoint=https://s3.example";

const parameters = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional(),
  region: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  "path-style": z.enum(["true", "false"]).optional(),
});

/** Parses `s3://bucket` with `endpoint`, `region` and `path-style` as query parameters; undefined for `postgres`. */
export const bucketLocation = z.string().transform((text, context) => {
  if (text === "postgres") return undefined;
  const [, name, query] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(.*))?$/s.exec(text) ?? [];
  const given = parameters.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (name === undefined || !given.success) {
    context.addIssue({ code: "custom", message: sentence });
    return z.NEVER;
  }
  const { endpoint, region, "path-style": pathStyle } = given.data;
  return {
    name,
    endpoint,
    region,
    // AWS expects the bucket in the host name, most other servers in the path.
    isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === "true",
  };
});
