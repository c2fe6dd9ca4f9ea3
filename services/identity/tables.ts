import type { ColumnType, Generated } from "kysely";

/** Text or Date when read: that depends on the pool. */
type Time = ColumnType<string | Date, Date, Date>;

export interface IdentityTables {
  identity_account: {
    /** Issuer of the subject, `development` for the development provider. */
    provider: string;
    subject_digest: Buffer;
    member_id: string;
    created_at: Generated<string | Date>;
  };
  /** All refresh tokens that descend from one sign-in. */
  refresh_family: {
    id: string;
    member_id: string;
    revoked_at: ColumnType<string | Date | null, Date | undefined, Date>;
    /** Of its newest token. */
    expires_at: Time;
  };
  refresh_token: {
    digest: Buffer;
    family_id: string;
    used_at: ColumnType<string | Date | null, Date | undefined, Date>;
    expires_at: Time;
  };
}
