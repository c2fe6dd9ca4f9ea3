import type { Migration } from "../platform/database/migrations.ts";

/**
 * Devices, mail addresses and deliveries. Not built from the log. Rows of a member reference `member_keys` and are
 * deleted in the transaction that destroys the key.
 */
export const deliveryMigrations: readonly Migration[] = [
  {
    name: "0.2.0/delivery",
    sql: `
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member_keys ON DELETE CASCADE,
  -- HMAC by the server's key: the same endpoint is one row.
  endpoint_digest bytea NOT NULL UNIQUE,
  host text NOT NULL,
  -- Endpoint, keys and label, encrypted with the member's key.
  sealed bytea NOT NULL,
  vapid_key text NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_by_member ON push_subscription (member_id);

CREATE TABLE member_mail (
  member_id uuid PRIMARY KEY REFERENCES member_keys ON DELETE CASCADE,
  -- Encrypted with the member's key.
  sealed bytea NOT NULL,
  address_digest bytea NOT NULL,
  confirmed_at timestamptz,
  confirm_digest bytea UNIQUE,
  confirm_expires_at timestamptz,
  unsubscribe_token text NOT NULL UNIQUE,
  bounced_at timestamptz
);

CREATE TABLE delivery (
  id uuid NOT NULL,
  channel text NOT NULL,
  target text NOT NULL,
  member_id uuid REFERENCES member_keys ON DELETE CASCADE,
  team_id bigint,
  ids jsonb,
  position text,
  state text NOT NULL DEFAULT 'due',
  result text,
  attempts smallint NOT NULL DEFAULT 0,
  raised_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  claimed_at timestamptz,
  -- It waits for the end of quiet hours.
  held boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id, channel, target)
);
CREATE INDEX delivery_due ON delivery (channel, due_at) WHERE state = 'due';
CREATE INDEX delivery_held ON delivery (channel, target, due_at) WHERE state = 'due' AND held;
CREATE INDEX delivery_throttled ON delivery (due_at) WHERE result = 'throttled';
CREATE INDEX delivery_claimed ON delivery (claimed_at) WHERE state = 'claimed';
CREATE INDEX delivery_by_member ON delivery (member_id, claimed_at);

CREATE TABLE mail_digest (
  member_id uuid NOT NULL REFERENCES member_keys ON DELETE CASCADE,
  -- A day or an ISO week.
  period text NOT NULL,
  state text NOT NULL,
  message_id text,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, period)
);

CREATE TABLE sender_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  paused boolean NOT NULL DEFAULT false,
  -- What was raised before is not sent.
  send_after timestamptz
);
INSERT INTO sender_state DEFAULT VALUES;

-- Push services to which nothing is sent for a time.
CREATE TABLE push_host_hold (
  host text PRIMARY KEY,
  until timestamptz NOT NULL,
  seconds integer NOT NULL
);`,
  },
];
