/** The part that tests use; the package has no types. */
declare module "@20minutes/s3rver" {
  import type { Server } from "node:http";

  interface Options {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly vhostBuckets: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }

  class S3rver {
    constructor(options: Options);
    readonly httpServer: Server;
    readonly store: {
      deleteObject(bucket: string, key: string): Promise<void>;
      getResourcePath(bucket: string, key: string, resource: string): string;
    };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}
