import { doJobs } from "./do-jobs.ts";
import { sanitiseBody } from "./html.ts";

doJobs({ sanitise: sanitiseBody });
