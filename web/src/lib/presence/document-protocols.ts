import { documentsProtocol } from "#contracts/documents/api";
import { currentToken } from "../session.ts";

/** In the place of a token that is missing or could not be sent; the server refuses it. */
const nobody = "nobody";

/** Subprotocols of a line to `/documents`: its name and the token of now. */
export function documentProtocols(): string[] {
  const token = currentToken() ?? nobody;
  return [documentsProtocol, /^[\w.-]+$/.test(token) ? token : nobody];
}
