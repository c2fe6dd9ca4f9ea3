import { doJobs } from "../threads/do-jobs.ts";
import { sanitiseBody } from "./html.ts";

doJobs({ sanitise: sanitiseBody });
