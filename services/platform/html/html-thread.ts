import { doJobs } from "../threads/do-jobs.ts";
import { sanitiseSent } from "./html.ts";

doJobs({ sanitise: sanitiseSent });
