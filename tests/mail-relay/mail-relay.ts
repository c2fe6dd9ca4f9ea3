import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  /** Headers and body as received. */
  readonly source: string;
  /** Headers by lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  /** Decoded texts of its parts. */
  readonly text: string;
  readonly html: string;
}

/** A response instead of accepting a mail: a code at a command, or the end of the connection. */
export interface Refusal {
  readonly at: "rcpt" | "data" | "greeting";
  readonly code: number | "cut";
}

const fromHex = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

/** Decodes a header with encoded words (RFC 2047), which may be split within a character. */
const words = (header: string): string => {
  const found = [...header.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)];
  const bytes = found.map(([, kind, text = ""]) =>
    kind?.toUpperCase() === "B" ? Buffer.from(text, "base64") : fromHex(text.replaceAll("_", " ")),
  );
  return found.length > 0 ? Buffer.concat(bytes).toString() : header;
};

const decoded = (part: string): string => {
  const [head = "", ...rest] = part.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(head)) return body;
  return fromHex(body.replace(/=\r\n/g, "")).toString();
};

function parsed(source: string): Pick<ReceivedMail, "headers" | "subject" | "text" | "html"> {
  const [head = ""] = source.split("\r\n\r\n", 1);
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary ? source.split(`--${boundary}`) : [source];
  const of = (type: string) =>
    decoded((parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? "").trimStart()).replaceAll(
      "\r\n",
      "\n",
    );
  const subject = words(headers.get("subject") ?? "");
  return { headers, subject, text: of("text/plain"), html: of("text/html") };
}

export type MailRelay = Awaited<ReturnType<typeof startMailRelay>>;

/** A relay on loopback (`smtp-server`). */
export async function startMailRelay() {
  const received: ReceivedMail[] = [];
  /** Every offered mail, including refused ones. */
  const offered: string[] = [];
  let refusal: Refusal | undefined;
  const refused = (code: number) => Object.assign(new Error("not now"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect(session, done) {
      if (refusal?.at !== "greeting") return done();
      if (refusal.code !== "cut") return done(refused(refusal.code));
      cut(session);
    },
    onRcptTo({ address }, _session, done) {
      offered.push(address);
      if (refusal?.at === "rcpt" && refusal.code !== "cut") return done(refused(refusal.code));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusal?.at === "data") {
          if (refusal.code !== "cut") return done(refused(refusal.code));
          cut(session);
          return;
        }
        const source = Buffer.concat(chunks).toString();
        const { rcptTo, mailFrom } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        for (const { address: to } of rcptTo) received.push({ to, from, source, ...parsed(source) });
        done();
      });
    },
  });
  const sockets = new Map<number | undefined, Socket>();
  server.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort, socket));
  const cut = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    offered,
    to: (address: string) => received.filter(({ to }) => to === address),
    refuseBy(next: Refusal | undefined): void {
      refusal = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
