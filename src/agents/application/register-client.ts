import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { RegisteredClient } from '../domain/agent-client.js';
import { MOST_CLIENTS, TooManyClients } from '../domain/agent.errors.js';
import { EnterClient } from './enter-client.js';
import { AgentClients } from './ports/agent-clients.js';

const ID_LETTERS = 22;

/** For a program that has no metadata document, or runs on a server of the organization. Its members may then connect it. */
@Injectable()
export class RegisterClient {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly clients: AgentClients,
    private readonly enterClient: EnterClient,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Forbidden, OwnerApprovalRequired, TooManyClients */
  async execute(
    caller: Caller,
    organizationId: number,
    wanted: Pick<RegisteredClient, 'name' | 'redirectUris' | 'hasSecrets'>,
  ): Promise<RegisteredClient> {
    const held = await this.access.require(caller, 'organization.update', { organizationId });
    return this.unitOfWork.run(async () => {
      await this.lockOrganization.execute(organizationId, 'alone');
      if ((await this.clients.ofOrganization(organizationId)).length >= MOST_CLIENTS) throw new TooManyClients();
      const facts = { settings: [wanted.name, ...wanted.redirectUris, wanted.hasSecrets ? 'secret' : 'no secret'] };
      await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'allow_agents', facts });
      const clientId = `client_${mintToken().token.slice(0, ID_LETTERS)}`;
      return this.enterClient.execute({ ...wanted, organizationId, clientId }, caller.userId);
    });
  }
}
