import { allRead, collapsed, raised, settingsChanged } from "#tests/examples/notifications";
import { bamtol, dotori } from "#tests/examples/people";
import { signedUp, withdrawn } from "#tests/examples/posts";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { inboxSettings } from "./inbox-settings.ts";

const row = {
  member_id: dotori,
  latest: 0,
  read_up_to: 0,
  revision: 0,
  kinds: {},
  digest: "off",
  quiet: { enabled: true, from: "23:00", until: "08:00" },
  digest_since: null,
};
const two = [signedUp(), signedUp(bamtol)];
const other = { ...row, member_id: bamtol };
const kinds = { ARTICLE_POSTED: { inbox: true, push: false, mail: false } };
const set = (revision: number, digest: "off" | "daily" | "weekly") => settingsChanged({ revision, digest });

itProjects(inboxSettings, [
  ["begins with the defaults", [signedUp()], [row]],
  ["knows the newest notification", [...two, raised(), collapsed()], [{ ...row, latest: 2 }, other]],
  [
    "knows how far its member has read",
    [...two, raised(), allRead(7)],
    [{ ...row, latest: 1, read_up_to: 7 }, other],
  ],
  ["has the chosen settings", [...two, settingsChanged()], [{ ...row, revision: 1, kinds }, other]],
  [
    "knows since when digests are sent",
    [signedUp(), set(1, "daily")],
    [{ ...row, revision: 1, kinds, digest: "daily", digest_since: at(2) }],
  ],
  [
    "keeps that time when other settings change, and not when the period changes",
    [signedUp(), set(1, "daily"), set(2, "daily"), signedUp(bamtol)],
    [{ ...row, revision: 2, kinds, digest: "daily", digest_since: at(2) }, other],
  ],
  [
    "counts from the change of the period",
    [signedUp(), set(1, "daily"), set(2, "daily"), set(3, "weekly")],
    [{ ...row, revision: 3, kinds, digest: "weekly", digest_since: at(4) }],
  ],
  ["ends with the withdrawal of its member", [...two, withdrawn()], [other]],
]);
itTouches(inboxSettings, [[[dotori], settingsChanged()]]);
