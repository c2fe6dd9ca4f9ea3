import { GenericContainer, getContainerRuntimeClient, Wait } from "testcontainers";
import { imageOf } from "./compose-file.ts";
import { isObtainable } from "./engine.ts";
import { buildLocalPostgres, home } from "./local-postgres.ts";

export interface ContainedServer {
  readonly url: string;
  /** Source of its image. */
  readonly image: string;
  stop(): Promise<void>;
}

export interface ContainedEventStoreDb extends ContainedServer {
  /** Freezes its process, whose connections stay open. */
  pause(): Promise<void>;
  unpause(): Promise<void>;
}

const postgresImage = imageOf("postgres");
const eventStoreDbImage = imageOf("eventstoredb");

const startupMs = 120_000;
const settings = "-c listen_addresses=* -c fsync=off -c max_connections=200";
const locale = "--encoding=UTF8 --locale=C.UTF-8";

/** A new PostgreSQL: the published image, or one of local files if no registry is reachable. */
export async function startPostgres(): Promise<ContainedServer> {
  const isPublished = await isObtainable(postgresImage);
  const container = isPublished ? new GenericContainer(postgresImage) : await buildLocalPostgres();
  if (isPublished)
    container
      .withEnvironment({ POSTGRES_PASSWORD: "postgres", POSTGRES_INITDB_ARGS: locale })
      .withCommand(["postgres", ...settings.split(" ")]);
  else
    container.withCommand([
      "/bin/sh",
      "-c",
      `${home}/bin/initdb -D /data/db -U postgres ${locale} --auth=trust && echo host all all all trust >> /data/db/pg_hba.conf && exec ${home}/bin/postgres -D /data/db -k /tmp ${settings}`,
    ]);
  // The published image first starts a temporary server for its initialisation.
  const started = await container
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, isPublished ? 2 : 1))
    .withStartupTimeout(startupMs)
    .start();
  return {
    url: `postgres://postgres:postgres@${started.getHost()}:${started.getMappedPort(5432)}/postgres`,
    image: isPublished ? postgresImage : "local files",
    stop: async () => void (await started.stop()),
  };
}

/** A new EventStoreDB with one node; undefined if its image is not available. */
export async function startEventStoreDb({
  maxAppendBytes = 4_194_304,
} = {}): Promise<ContainedEventStoreDb | undefined> {
  if (!(await isObtainable(eventStoreDbImage))) return undefined;
  const started = await new GenericContainer(eventStoreDbImage)
    .withEnvironment({
      KURRENTDB_INSECURE: "true",
      KURRENTDB_CLUSTER_SIZE: "1",
      KURRENTDB_RUN_PROJECTIONS: "None",
      KURRENTDB_MAX_APPEND_SIZE: String(maxAppendBytes),
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp("/health/live", 2113).forStatusCode(204))
    .withStartupTimeout(startupMs)
    .start();
  const { container: containers } = await getContainerRuntimeClient();
  const container = containers.getById(started.getId());
  return {
    url: `esdb://${started.getHost()}:${started.getMappedPort(2113)}?tls=false`,
    image: eventStoreDbImage,
    pause: async () => void (await container.pause()),
    unpause: async () => void (await container.unpause()),
    stop: async () => void (await started.stop()),
  };
}
