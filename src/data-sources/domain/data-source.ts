import type { Engine } from '../../engines/catalog-reader/engine.js';
import type { ServerConnection } from '../../engines/catalog-reader/target.js';

/** A file in the directory of the organization, as a relative path with forward slashes. */
export interface FileConnection {
  readonly file: string;
}

export type Connection = ServerConnection | FileConnection;

export function isFileConnection(connection: object): connection is FileConnection {
  return 'file' in connection;
}

/**
 * Why a data source is closed: it is new in an organization that wants to look at new ones first; or it reads data that policies or
 * labels of another one protect, and nobody with `abac.grant` has allowed it.
 */
export const CLOSED_REASONS = ['new', 'same_data'] as const;

export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** The password is not a member: it is stored sealed, and opened only to connect. */
export interface DataSource {
  readonly id: number;
  readonly organizationId: number;
  /** The workspace that holds it; `null`: the organization itself. What hangs on a source goes with it: schema, pairs, words, conversations. */
  readonly workspaceId: number | null;
  readonly name: string;
  readonly engine: Engine;
  readonly connection: Connection;
  readonly hasPassword: boolean;
  /** Access policies recognise it by these. */
  readonly labels: readonly string[];
  /** Why nothing of it can be read until a person with `abac.grant` opens it; `null` for one that is open. */
  readonly closed: ClosedReason | null;
  /** Since when tests and discoveries fail; `null` if the latest one succeeded, and before the first one. */
  readonly failingSince: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Missing where no caller has entered it. */
  readonly moment?: Moment;
}

/** The current schema of a source: what was read of it changes with each discovery. */
interface SchemaVersion {
  readonly id: number;
  /** Changes whenever it is written: a discovery that finds the same schema still rewrites what the server says about itself. */
  readonly writing: string;
}

/** A data source as a caller has entered it. */
export interface EnteredSource extends DataSource {
  readonly moment: Moment;
}

/** What was in force when a source was entered. A request decides by it until it has waited and enters the source again. */
export interface Moment {
  readonly at: Date;
  /** `null` before the first discovery. */
  readonly schema: SchemaVersion | null;
  /** The epoch of the data policies of the organization; `null` if none is active. */
  readonly dataPolicies: number | null;
}

/** The host of the sample database of the demo. It runs in the same server as our own database, whose address changes with each start. */
export const SAMPLE_HOST = 'headgate-sample';
export const SAMPLE_DATABASE = 'headgate_rivers';
