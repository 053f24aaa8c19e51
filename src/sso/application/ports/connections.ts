import type { Page, PageRequest } from '../../../shared/page.js';
import type { Connection, ConnectionStatus } from '../../domain/connection.js';

export abstract class Connections {
  abstract find(id: number): Promise<Connection | null>;
  /** Nobody changes the row until the unit of work ends. */
  abstract lock(id: number): Promise<Connection | null>;
  /** Nobody changes it until the unit of work ends; others may hold it too. */
  abstract hold(id: number): Promise<Connection | null>;
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Connection>>;
  abstract activeOf(organizationId: number): Promise<readonly Connection[]>;
  abstract clientSecretOf(id: number): Promise<string | null>;
  abstract setStatus(id: number, status: ConnectionStatus, at: Date): Promise<void>;
}
