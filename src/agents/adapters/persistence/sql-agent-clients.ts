import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { AgentClients, type NewClient } from '../../application/ports/agent-clients.js';
import type { ClientSecret, RegisteredClient } from '../../domain/agent-client.js';

const CLIENT = `SELECT c.id, c.organization_id AS "organizationId", c.client_id AS "clientId", c.name, c.redirect_uris AS "redirectUris",
    c.has_secrets AS "hasSecrets", c.created_at AS "createdAt",
    (SELECT COALESCE(json_agg(json_build_object('id', s.id, 'hint', s.hint, 'createdAt', s.created_at, 'expiresAt', s.expires_at)
                              ORDER BY s.id), '[]')
       FROM agent_client_secrets s WHERE s.agent_client_id = c.id) AS secrets
  FROM agent_clients c`;

type Row = Omit<RegisteredClient, 'secrets'> & {
  readonly secrets: readonly (Omit<ClientSecret, 'createdAt' | 'expiresAt'> & { readonly createdAt: string; readonly expiresAt: string })[];
};

/** Raw: a client and its secrets are read in one statement. */
@Injectable()
export class SqlAgentClients extends AgentClients {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async findByClientId(clientId: string): Promise<RegisteredClient | null> {
    return (await this.read('WHERE c.client_id = $1', [clientId]))[0] ?? null;
  }

  async find(organizationId: number, id: number): Promise<RegisteredClient | null> {
    return (await this.read('WHERE c.organization_id = $1 AND c.id = $2', [organizationId, id]))[0] ?? null;
  }

  ofOrganization(organizationId: number): Promise<readonly RegisteredClient[]> {
    return this.read('WHERE c.organization_id = $1 ORDER BY c.id', [organizationId]);
  }

  async add({ organizationId, clientId, name, redirectUris, hasSecrets, createdAt }: NewClient): Promise<number> {
    const [row] = await this.session.query<{ id: number }>(
      `INSERT INTO agent_clients (organization_id, client_id, name, redirect_uris, has_secrets, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [organizationId, clientId, name, redirectUris, hasSecrets, createdAt],
    );
    return row?.id ?? 0;
  }

  async remove(organizationId: number, id: number): Promise<boolean> {
    return (await this.session.execute('DELETE FROM agent_clients WHERE organization_id = $1 AND id = $2', [organizationId, id])) === 1;
  }

  async addSecret(secret: { clientId: number; hash: Uint8Array; hint: string; createdAt: Date; expiresAt: Date }): Promise<number> {
    const [row] = await this.session.query<{ id: number }>(
      `INSERT INTO agent_client_secrets (agent_client_id, secret_hash, hint, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [secret.clientId, secret.hash, secret.hint, secret.createdAt, secret.expiresAt],
    );
    return row?.id ?? 0;
  }

  async removeSecret(clientId: number, id: number): Promise<boolean> {
    return (await this.session.execute('DELETE FROM agent_client_secrets WHERE agent_client_id = $1 AND id = $2', [clientId, id])) === 1;
  }

  async knowsSecret(clientId: number, hash: Uint8Array, now: Date): Promise<boolean> {
    const text = 'SELECT FROM agent_client_secrets WHERE agent_client_id = $1 AND secret_hash = $2 AND expires_at > $3';
    return (await this.session.query(text, [clientId, hash, now])).length === 1;
  }

  private async read(condition: string, values: readonly unknown[]): Promise<RegisteredClient[]> {
    const rows = await this.session.query<Row>(`${CLIENT} ${condition}`, [...values]);
    return rows.map(({ secrets, ...client }) => ({
      ...client,
      secrets: secrets.map((one) => ({ ...one, createdAt: new Date(one.createdAt), expiresAt: new Date(one.expiresAt) })),
    }));
  }
}
