import type { RegisteredClient } from '../../domain/agent-client.js';

export type NewClient = Omit<RegisteredClient, 'id' | 'secrets'>;

/** The clients that administrators have registered. */
export abstract class AgentClients {
  abstract findByClientId(clientId: string): Promise<RegisteredClient | null>;
  abstract find(organizationId: number, id: number): Promise<RegisteredClient | null>;
  /** Oldest first. */
  abstract ofOrganization(organizationId: number): Promise<readonly RegisteredClient[]>;
  abstract add(client: NewClient): Promise<number>;
  /** With its secrets. @returns false if it was gone */
  abstract remove(organizationId: number, id: number): Promise<boolean>;
  abstract addSecret(secret: { clientId: number; hash: Uint8Array; hint: string; createdAt: Date; expiresAt: Date }): Promise<number>;
  abstract removeSecret(clientId: number, id: number): Promise<boolean>;
  /** Whether the secret is one of the client, and still good. */
  abstract knowsSecret(clientId: number, hash: Uint8Array, now: Date): Promise<boolean>;
}
