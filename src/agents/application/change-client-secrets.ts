import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { ClientSecret, RegisteredClient } from '../domain/agent-client.js';
import { MOST_SECRETS, NoSecrets, TooManySecrets } from '../domain/agent.errors.js';
import { mintCredential } from '../domain/agent-token.js';
import { AgentClients } from './ports/agent-clients.js';

const LASTS_MS = 365 * 86_400_000;
const HINT_LETTERS = 4;

/** Two secrets are good at a time, so that a server changes to the new one before the old one goes. */
@Injectable()
export class ChangeClientSecrets {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly clients: AgentClients,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns `text` is shown only this once @throws Forbidden, NotFound, NoSecrets, OwnerApprovalRequired, TooManySecrets */
  add(caller: Caller, organizationId: number, id: number): Promise<{ secret: ClientSecret; text: string }> {
    return this.changing(caller, organizationId, id, async (client, held) => {
      const createdAt = this.clock.now();
      if (!client.hasSecrets) throw new NoSecrets();
      const live = client.secrets.filter(({ expiresAt }) => expiresAt > createdAt);
      if (live.length >= MOST_SECRETS) throw new TooManySecrets();
      const facts = { client_id: client.clientId, settings: [client.name, 'new secret'] };
      await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'allow_agents', facts });
      const { text, hash } = mintCredential('secret');
      const made = { hint: text.slice(-HINT_LETTERS), createdAt, expiresAt: new Date(createdAt.getTime() + LASTS_MS) };
      const secretId = await this.clients.addSecret({ ...made, clientId: client.id, hash });
      await this.record(caller, client, 'agent_client.secret_added', made.hint);
      return { secret: { ...made, id: secretId }, text };
    });
  }

  /** @throws Forbidden, NotFound */
  remove(caller: Caller, organizationId: number, id: number, secretId: number): Promise<void> {
    return this.changing(caller, organizationId, id, async (client) => {
      const secret = client.secrets.find((one) => one.id === secretId);
      if (secret === undefined || !(await this.clients.removeSecret(client.id, secretId))) throw new NotFound('Secret');
      await this.record(caller, client, 'agent_client.secret_removed', secret.hint);
    });
  }

  private async changing<T>(
    caller: Caller,
    organizationId: number,
    id: number,
    change: (client: RegisteredClient, held: Held) => Promise<T>,
  ): Promise<T> {
    const held = await this.access.require(caller, 'organization.update', { organizationId });
    return this.unitOfWork.run(async () => {
      await this.lockOrganization.execute(organizationId, 'alone');
      const client = await this.clients.find(organizationId, id);
      if (client === null) throw new NotFound('AI client');
      return change(client, held);
    });
  }

  private async record(
    { userId }: Caller,
    { id, organizationId, name }: RegisteredClient,
    action: 'agent_client.secret_added' | 'agent_client.secret_removed',
    hint: string,
  ): Promise<void> {
    const target = { type: 'agent_client', id };
    await this.auditTrail.record({ action, outcome: 'success', actorUserId: userId, organizationId, target, detail: { name, hint } });
  }
}
