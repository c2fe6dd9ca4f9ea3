export interface PictureFormat {
  /** Name of the format in sharp. */
  readonly name: "jpeg" | "png" | "webp";
  readonly type: `image/${string}`;
  readonly extension: string;
}

interface Signed extends PictureFormat {
  /** Pattern of the first bytes in hex. */
  readonly begins: RegExp;
}

const formats: readonly Signed[] = [
  { name: "jpeg", type: "image/jpeg", extension: "jpg", begins: /^ffd8ff/ },
  { name: "png", type: "image/png", extension: "png", begins: /^89504e470d0a1a0a/ },
  { name: "webp", type: "image/webp", extension: "webp", begins: /^52494646.{8}57454250/ },
];

/** The format according to the first bytes; name and declared type of an upload are ignored. */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  const start = bytes.subarray(0, 12).toString("hex");
  return formats.find(({ begins }) => begins.test(start));
}

export const extensionOf = (type: string): string | undefined =>
  formats.find((format) => format.type === type)?.extension;
