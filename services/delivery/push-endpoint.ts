import { deliveryLimits } from "#contracts/delivery/api";
import { outgoingUrl } from "./outgoing-request.ts";

/** The push services of Chrome, Firefox, Edge and Safari. */
const knownHosts = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.notify.windows.com",
  "*.push.apple.com",
];

const matches = (host: string, pattern: string) =>
  pattern.startsWith("*.")
    ? host.endsWith(pattern.slice(1)) && host.length >= pattern.length
    : host === pattern;

/** The loopback origins in `PUSH_HOSTS`, which tests use. */
export const originsAmong = (hosts: readonly string[]): string[] =>
  hosts.filter((host) => host.startsWith("http://"));

/** The parsed endpoint, or undefined if its host is neither a known push service nor in `PUSH_HOSTS`. */
export function pushEndpoint(text: string, furtherHosts: readonly string[]): URL | undefined {
  if (text.length > deliveryLimits.endpoint) return undefined;
  const origins = originsAmong(furtherHosts);
  const url = outgoingUrl(text, origins);
  if (!url || origins.includes(url.origin)) return url;
  return [...knownHosts, ...furtherHosts].some((pattern) => matches(url.hostname, pattern)) ? url : undefined;
}
