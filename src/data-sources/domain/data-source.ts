import type { Engine } from './engine.js';

/**
 * How the connection is protected. `require` encrypts without knowing to whom; `verify-ca` and `verify-full` are as in
 * libpq: a trusted authority, and the host's own name besides.
 */
export const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export type TlsMode = (typeof TLS_MODES)[number];

export interface ServerConnection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly tls: {
    readonly mode: TlsMode;
    /** PEM; the authorities of Node.js when null. */ readonly ca: string | null;
  };
}

/** A file in the directory of the organization, as a relative path with forward slashes. */
export interface FileConnection {
  readonly file: string;
}

export type Connection = ServerConnection | FileConnection;

export function isFileConnection(connection: Connection): connection is FileConnection {
  return 'file' in connection;
}

/** The password is not part of it: it is sealed, and opened only for a connection. */
export interface DataSource {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly engine: Engine;
  readonly connection: Connection;
  readonly hasPassword: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The sample database of the demo: it lies beside the service's own database, and its address changes with each start. */
export const SAMPLE_HOST = 'headgate-sample';
export const SAMPLE_DATABASE = 'headgate_rivers';
