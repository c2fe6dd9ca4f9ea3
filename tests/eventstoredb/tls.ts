import { ServerCredentials } from "@grpc/grpc-js";

/** Self-signed for `localhost`, so that no client trusts it unless configured to; the key is not secret. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBbzCCARWgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1hbGdvbW9p
bSB0ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1hbGdvbW9pbSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEywpZ
aTlzVnbJFiOGJrE1WfJBJXBT9Dat1RXRlwKu5Vzv0aVraR3nebrN1cc5/x0506WH
oFcALnHkv28FQAhJsqNOMEwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8G
A1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFDoXLhgfVGtnshSG+THFoE4oYz/CMAoG
CCqGSM49BAMCA0gAMEUCIQDK+BKu/L23ZjzVE5OvYQpO0ASSTtR+xLHyMnRi6VoM
hgIge5kI/aMySMwtkLkRZikrZCfBSUiOIvGeB8piv927xJk=
-----END CERTIFICATE-----`;

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC8gYTY2q5Hpj0gIr
BTjq5B/8QiGgOxJWVvf/w0w1YnOhRANCAATLCllpOXNWdskWI4YmsTVZ8kElcFP0
Nq3VFdGXAq7lXO/RpWtpHed5us3Vxzn/HTnTpYegVwAuceS/bwVACEmy
-----END PRIVATE KEY-----`;

export const withTls = () =>
  ServerCredentials.createSsl(null, [
    { private_key: Buffer.from(key), cert_chain: Buffer.from(certificate) },
  ]);
