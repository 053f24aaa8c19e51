import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Connection, ConnectionStatus, OidcConnection, SamlConnection } from '../../domain/connection.js';

export interface ExpiringCertificate {
  readonly connectionId: number;
  readonly organizationId: number;
  readonly connectionName: string;
  readonly fingerprint: string;
  readonly notAfter: Date;
}

/** Certificates of connections that take logins, or soon will. */
export abstract class CertificateWatch {
  /** Certificates that are valid now and will not be then, in the order of their connections. */
  abstract expiringBefore(now: Date, then: Date): Promise<readonly ExpiringCertificate[]>;
  /** @returns false when the notice was sent before */
  abstract noteSent(certificate: ExpiringCertificate, days: number, at: Date): Promise<boolean>;
  /** Active connections whose provider publishes its metadata, after one, by id. */
  abstract publishingAfter(connectionId: number, limit: number): Promise<readonly number[]>;
}

type Given = 'organizationId' | 'name' | 'issuer' | 'type' | 'settings' | 'defaultRoleId' | 'createdAt';

export type NewConnection = Pick<OidcConnection, Given> | Pick<SamlConnection, Given>;

export abstract class Connections {
  abstract find(id: number): Promise<Connection | null>;
  /** Finds it only in an organization of the caller; otherwise `null`, as if it did not exist. */
  abstract findFor(caller: Caller, id: number): Promise<Connection | null>;
  /** The row does not change until the unit of work ends. */
  abstract lock(id: number): Promise<Connection | null>;
  /**
   * It does not change until the unit of work ends; others may hold it too. Call it with the organization held: see
   * `HoldConnection`.
   */
  abstract hold(id: number): Promise<Connection | null>;
  /** Connections of an organization, by id. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Connection>>;
  abstract activeOf(organizationId: number): Promise<readonly Connection[]>;
  /**
   * Opened for code that talks to the provider now. @param configurationVersion of the provider that it is meant for
   * @returns `undefined` when the connection was changed since, or is gone
   */
  abstract clientSecretOf(id: number, configurationVersion: number): Promise<string | null | undefined>;
  /** A draft. Seals the secret. @throws ConnectionNameTaken */
  abstract add(connection: NewConnection, clientSecret: string | null): Promise<Connection>;
  /**
   * Writes everything except tests and the times of activation and disabling; raises the version; `undefined` keeps the
   * secret. @throws ConnectionNameTaken
   */
  abstract save(connection: Connection, clientSecret: string | null | undefined): Promise<Connection>;
  /** Also sets the times of activation and disabling. */
  abstract setStatus(id: number, status: ConnectionStatus, at: Date): Promise<void>;
  /** A login through this version of the configuration succeeded; a draft becomes a tested one. */
  abstract markTested(id: number, by: { userId: number; version: number; at: Date }): Promise<void>;
  /** Deletes it with its tests, identities and logins in progress. */
  abstract remove(id: number): Promise<void>;
  abstract countOf(organizationId: number): Promise<number>;
  /** Removes links to subjects of any other issuer; they lead nowhere any more. @returns how many there were */
  abstract forgetIdentities(id: number, exceptIssuer: string): Promise<number>;
}
