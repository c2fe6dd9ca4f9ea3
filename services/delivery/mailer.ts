import { createTransport, type SentMessageInfo, type Transporter } from "nodemailer";
import type { Config } from "../platform/config.ts";
import type { Outcome } from "./outcome.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mail that is kept instead of sent. */
export interface StoredMail extends Mail {
  /** The headers as they would be sent. */
  readonly head: string;
}

/** Mails that the mailbox page shows. */
const maxStored = 50;
const perMinute = 60;
const pooled = 2;
const answerMs = 10_000;
const socketMs = 20_000;

/** Sends mails by a relay, or keeps them for the mailbox page. */
export interface Mailer {
  /** Host of the relay; `dev-mailbox` without one. */
  readonly host: string;
  /** Tries once. */
  readonly send: (mail: Mail) => Promise<Outcome>;
  /** Newest first; undefined where there is a relay. */
  readonly mailbox?: () => readonly StoredMail[];
  readonly close: () => void;
}

/** The relay of the settings; without one mails are kept in this process, and in production there is no mailer. */
export function createMailer({
  mail,
  isProduction,
}: Pick<Config, "mail" | "isProduction">): Mailer | undefined {
  if (mail.smtp) return byRelay(mail.smtp);
  return isProduction ? undefined : intoMailbox();
}

const messageOf = ({ to, subject, text, html, messageId, headers }: Mail, from: string) => ({
  // As an object, which nodemailer does not parse: a text could contain several addresses.
  to: { name: "", address: to },
  from,
  subject,
  text,
  html,
  ...(messageId && { messageId }),
  ...(headers && { headers: { ...headers } }),
  // nodemailer must not interpret members' texts as paths or URLs.
  disableFileAccess: true,
  disableUrlAccess: true,
});

interface Written {
  readonly onWritten: () => void;
}

function byRelay({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const options = {
    url,
    pool: true,
    maxConnections: pooled,
    rateLimit: 1,
    rateDelta: 60_000 / perMinute,
    // Otherwise the pool sends a mail again whose connection closed after it was written.
    maxRequeues: 0,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    dnsTimeout: answerMs,
    socketTimeout: socketMs,
  };
  const transport: Transporter<SentMessageInfo> = createTransport(options as never);
  // The last stream of a mail flows once the relay has requested its data. The transport copies its input.
  transport.use("stream", (mail, done) => {
    const { onWritten } = mail.data as Partial<Written>;
    if (onWritten) mail.message.processFunc((last) => last.once("resume", onWritten));
    done();
  });
  return {
    host: new URL(url).hostname,
    async send(mail) {
      let isWritten = false;
      const onWritten = () => {
        isWritten = true;
      };
      try {
        const written: Written = { onWritten };
        await transport.sendMail({ ...messageOf(mail, from), ...written });
        return { state: "sent" };
      } catch (error) {
        return outcomeOf(error as SmtpError, isWritten);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError {
  readonly command?: string;
  readonly responseCode?: number;
}

/** The outcome of an error without its text, which contains addresses (spec/notifications.md rules 14 and 18). */
function outcomeOf({ command, responseCode }: SmtpError, isWritten: boolean): Outcome {
  // With a closed connection the code is that of its last response.
  const code = command === "CONN" ? undefined : responseCode;
  const result = `smtp-${code}`;
  if (code !== undefined && code >= 500)
    return command === "RCPT TO" ? { state: "dropped", result: "bounced" } : { state: "failed", result };
  if (code !== undefined && code >= 400) return { state: "retry", result };
  if (isWritten) return { state: "unknown", result: "cut-off" };
  // A retry would fail in the same way.
  if (command === "API") return { state: "failed", result: "refused-mail" };
  return { state: "retry", result: "no-connection" };
}

function intoMailbox(): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const mails: StoredMail[] = [];
  return {
    host: "dev-mailbox",
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, "알고모임 <dev@algomoim.example>"));
      const head = String(message).split(/\r?\n\r?\n/, 1)[0] ?? "";
      mails.unshift({ ...mail, head });
      mails.length = Math.min(mails.length, maxStored);
      return { state: "sent" };
    },
    mailbox: () => mails,
    close() {},
  };
}
