/** Ids of comments, and the days that a member has opened by `미리 보기` (spec/discussion.md rule 14). */
export const discussionMigrations = [
  {
    name: "0.3.0/discussion",
    sql: `
CREATE SEQUENCE comment_ids;
CREATE TABLE peeks (
  member_id uuid NOT NULL REFERENCES member_keys (member) ON DELETE CASCADE,
  team_id bigint NOT NULL,
  date date NOT NULL,
  PRIMARY KEY (member_id, team_id, date)
);`,
  },
];
