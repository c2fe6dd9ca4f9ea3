import * as application from "./application/api.ts";
import * as article from "./article/api.ts";
import * as delivery from "./delivery/api.ts";
import * as discord from "./discord/api.ts";
import * as discussion from "./discussion/api.ts";
import * as drafts from "./drafts/api.ts";
import type { Endpoint } from "./endpoint.ts";
import * as identity from "./identity/api.ts";
import * as inbox from "./inbox/api.ts";
import * as invitation from "./invitation/api.ts";
import * as member from "./member/api.ts";
import * as membership from "./membership/api.ts";
import * as myApplications from "./my-applications/api.ts";
import * as mySolved from "./my-solved/api.ts";
import * as problemQueue from "./problem-queue/api.ts";
import * as recruitment from "./recruitment/api.ts";
import * as rhythm from "./rhythm/api.ts";
import * as search from "./search/api.ts";
import * as subject from "./subject/api.ts";
import * as team from "./team/api.ts";
import * as today from "./today/api.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "kind" in value && "method" in value && "path" in value;

/** Every endpoint of the contract, by name. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    identity,
    member,
    team,
    membership,
    invitation,
    article,
    subject,
    discussion,
    rhythm,
    problemQueue,
    discord,
    recruitment,
    application,
    myApplications,
    mySolved,
    drafts,
    delivery,
    inbox,
    today,
    search,
  ]
    .flatMap((context) => Object.values(context) as unknown[])
    .filter(isEndpoint)
    .map((endpoint) => [endpoint.name, endpoint]),
);
