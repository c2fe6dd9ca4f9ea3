import { z } from "zod";

export const isHttpUrl = (text: string) => {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};

/** An optional setting; an empty value counts as missing. */
export const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), type.optional());
export const text = (pattern: RegExp, error: string) => optional(z.string().regex(pattern, error));
export const address = (error: string) => optional(z.string().refine(isHttpUrl, { error }));
export const number = (pattern: RegExp, max: number, error: string) =>
  optional(
    z
      .string()
      .regex(pattern, error)
      .transform(Number)
      .refine((value) => value <= max, { error }),
  );
export const count = (name: string) =>
  number(/^[1-9]\d{0,6}$/, 9_999_999, `${name} is a number from 1 to 9999999`);
export const seconds = (name: string, max: number) =>
  number(/^[1-9]\d{0,6}$/, max, `${name} is a number of seconds from 1 to ${max}`);
export const oneOf = <const T extends readonly string[]>(values: T, error: string) =>
  optional(z.enum(values, { error }));

/** Host names and addresses that lead only to this machine. */
export const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1]?)$/i.test(host);
