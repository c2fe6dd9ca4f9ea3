import type { Answer, Asked, Person } from "./site.ts";

/** Creates an invitation. */
export const invite = (by: Pick<Person, "ask">, teamId: number, json: object = {}, asked: Asked = {}) =>
  by.ask("POST", `/v1/teams/${teamId}/invitations`, { json, ...asked });

export const invitations = (by: Pick<Person, "ask">, teamId: number) =>
  by.ask("GET", `/v1/teams/${teamId}/invitations`);

export const revoke = (by: Pick<Person, "ask">, teamId: number, invitationId: string) =>
  by.ask("DELETE", `/v1/teams/${teamId}/invitations/${invitationId}`);

export const look = (by: Pick<Person, "ask">, token: string) => by.ask("GET", `/v1/invitations/${token}`);

export const joinBy = (by: Pick<Person, "ask">, token: string) =>
  by.ask("POST", `/v1/invitations/${token}/join`);

/** The token in the link of a response. */
export const tokenOf = ({ body }: Answer): string => String(body.data.link).split("/").at(-1) ?? "";
