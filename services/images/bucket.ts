import { PicturesUnavailable } from "./picture-store.ts";

/** The parsed setting PICTURES. */
export interface BucketLocation {
  readonly name: string;
  /** Undefined for AWS. */
  readonly endpoint: URL | undefined;
  readonly region: string;
  /** Whether the bucket's name is in the path instead of the host. */
  readonly isPathStyle: boolean;
  /** If undefined, the SDK finds them itself, such as the role of a machine. */
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string }
    | undefined;
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** Timeout of one operation with its retries (milliseconds): a command waits for it. */
const operationMs = 4000;
/** Below the 2 s that a readiness check may take. */
const checkMs = 1500;
/** Object that the check writes; it stays in the bucket. */
const checkObject = "images/check";

/**
 * An S3 bucket. Only object operations are used, so permissions to get, put and delete objects suffice. The SDK is
 * loaded only here, because that takes a quarter of a second.
 */
export async function openBucket({ name, endpoint, region, isPathStyle, credentials }: BucketLocation) {
  // The SDK's version is pinned, so operators can do nothing about its warning that later versions need a newer Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint && { endpoint: endpoint.href }),
    ...(credentials && { credentials }),
    // Many servers do not support the newer checksums; the signature covers the content anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 1000 },
  });

  async function within<T>(ms: number, work: (options: { abortSignal: AbortSignal }) => Promise<T>) {
    const abortSignal = AbortSignal.timeout(ms);
    try {
      return await work({ abortSignal });
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) return undefined;
      throw new PicturesUnavailable(sentenceOf(error as SdkError, name));
    }
  }
  const put = (key: string, bytes: Uint8Array, type: string, ms = operationMs) =>
    within(ms, (options) =>
      client.send(
        new sdk.PutObjectCommand({ Bucket: name, Key: key, Body: bytes, ContentType: type }),
        options,
      ),
    );

  return {
    put,
    /** Undefined if there is no such object. */
    get: (key: string): Promise<Buffer | undefined> =>
      within(operationMs, async (options) => {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: key }), options);
        return Body && Buffer.from(await Body.transformToByteArray());
      }),
    /** Succeeds if the object does not exist. */
    remove: (key: string) =>
      within(operationMs, (options) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }), options),
      ),
    /** @throws PicturesUnavailable if objects cannot be written */
    check: () => put(checkObject, Buffer.from("algomoim"), "text/plain", checkMs),
    close: () => client.destroy(),
  };
}

interface SdkError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Replaces the SDK's own message, which contains key ids and the signed request. */
function sentenceOf({ name: kind, code, $metadata }: SdkError, bucket: string): string {
  const status = $metadata?.httpStatusCode;
  const cause = code ?? (kind === "Unknown" || kind === "Error" ? `status ${status}` : kind);
  if (kind === "AbortError" || kind === "TimeoutError")
    return `The bucket ${bucket} of PICTURES did not answer in time.`;
  if (kind === "NoSuchBucket")
    return `PICTURES names the bucket ${bucket}, which is not there: make it or correct PICTURES.`;
  if (kind === "CredentialsProviderError")
    return `The bucket ${bucket} of PICTURES needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  if (status === 401 || status === 403)
    return `The bucket ${bucket} of PICTURES refuses AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${cause}): correct them, or what they may do.`;
  return status === undefined
    ? `The bucket ${bucket} of PICTURES cannot be reached (${cause}): start it or correct PICTURES.`
    : `The bucket ${bucket} of PICTURES cannot be used (${cause}): correct PICTURES, or see what its server says.`;
}
