/** The remedy is the same for every reason, so every message ends with it. */
export class EmbeddedPostgresUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL 15 (or newer) server of your own.`,
      options,
    );
    this.name = 'EmbeddedPostgresUnavailable';
  }
}

export class EmbeddedPostgresVersionMismatch extends Error {
  constructor(directory: string, clusterMajor: string, binariesMajor: number) {
    super(
      `The cluster in ${directory} was made by PostgreSQL ${clusterMajor}, but the binaries here are PostgreSQL ${binariesMajor}. ` +
        `Dump it with PostgreSQL ${clusterMajor} (pg_dumpall), move the directory away, start again and load the dump; ` +
        `or run it with a PostgreSQL ${clusterMajor} server and point DATABASE_URL at that.`,
    );
    this.name = 'EmbeddedPostgresVersionMismatch';
  }
}

/** By shape and not by class: errors of Node itself come from another realm when code runs in a vm context. */
export function errorCode(error: unknown): string | undefined {
  return textOf(error, 'code');
}

export function reasonOf(error: unknown): string {
  return textOf(error, 'message') ?? String(error);
}

export function textOf(error: unknown, property: 'code' | 'message' | 'stderr'): string | undefined {
  const value = (error as Partial<Record<typeof property, unknown>> | null | undefined)?.[property];
  return typeof value === 'string' ? value : undefined;
}
