/**
 * A growing buffer in the binary format of COPY. Methods that write a value return true, as the writers of copy.ts
 * require.
 */
export class CopyBuffer {
  #bytes: Buffer;
  #view: DataView;
  #end = 0;

  constructor(initialBytes: number) {
    this.#bytes = Buffer.allocUnsafe(initialBytes);
    this.#view = viewOf(this.#bytes);
  }

  signature(): void {
    this.#end += copySignature.copy(this.#bytes, this.#end);
  }

  /** Starts a row. */
  fields(count: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#end, count);
    this.#end += 2;
  }

  end(): void {
    this.fields(-1);
  }

  null(): void {
    this.#reserve(4);
    this.#length(-1);
  }

  boolean(value: boolean): true {
    this.#reserve(5);
    this.#length(1);
    this.#view.setUint8(this.#end, value ? 1 : 0);
    this.#end += 1;
    return true;
  }

  int4(value: number): true {
    this.#reserve(8);
    this.#length(4);
    this.#view.setInt32(this.#end, value);
    this.#end += 4;
    return true;
  }

  /** @param value a safe integer */
  int8(value: number): true {
    this.#reserve(12);
    this.#length(8);
    this.#view.setInt32(this.#end, Math.floor(value / 2 ** 32));
    this.#view.setUint32(this.#end + 4, value >>> 0);
    this.#end += 8;
    return true;
  }

  text(value: string): true {
    this.#reserve(4 + value.length * maxUtf8Bytes);
    return this.#utf8(value, 0);
  }

  json(value: string): true {
    this.#reserve(5 + value.length * maxUtf8Bytes);
    // The version of the format.
    this.#bytes[this.#end + 4] = 1;
    return this.#utf8(value, 1);
  }

  /** False for texts in another format than `393da642-3393-5bec-9f7f-de6b12dbd094`. */
  uuid(text: string): boolean {
    if (text.length !== 36) return false;
    for (const at of dashes) if (text.charCodeAt(at) !== dash) return false;
    this.#reserve(20);
    this.#length(16);
    let wrong = 0;
    for (const at of pairs) {
      const [high = notHex, low = notHex] = [hex[text.charCodeAt(at)], hex[text.charCodeAt(at + 1)]];
      wrong |= high | low;
      this.#bytes[this.#end] = (high << 4) | low;
      this.#end += 1;
    }
    return wrong < 16;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  #length(bytes: number): void {
    this.#view.setInt32(this.#end, bytes);
    this.#end += 4;
  }

  /** Writes a text after the `lead` bytes already written. */
  #utf8(value: string, lead: number): true {
    const bytes = lead + this.#bytes.write(value, this.#end + 4 + lead);
    this.#length(bytes);
    this.#end += bytes;
    return true;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, needed));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const copySignature = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
/** Maximum of bytes per UTF-16 code unit. */
const maxUtf8Bytes = 3;

const dash = "-".charCodeAt(0);
const dashes = [8, 13, 18, 23];
/** Offsets of the bytes of a uuid in its text. */
const pairs = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const notHex = 255;
/** Values of hexadecimal digits by their character codes. */
const hex = new Uint8Array(128).fill(notHex);
for (let value = 0; value < 16; value += 1)
  for (const digit of [value.toString(16), value.toString(16).toUpperCase()])
    hex[digit.charCodeAt(0)] = value;
