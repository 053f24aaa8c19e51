import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeClientSecrets } from '../../application/change-client-secrets.js';
import { ListClients } from '../../application/list-clients.js';
import { RegisterClient } from '../../application/register-client.js';
import { RemoveClient } from '../../application/remove-client.js';
import { RegisterClientBody } from './agent.dto.js';
import { AgentClient, NewClientSecret, toAgentClient, toNewClientSecret } from './agent-response.js';

const SECRET_ADDED = 'Secret added. Copy it now: it is shown only this once.';

@ApiTags('AI clients')
@Controller('api/v1/organizations/:org_id/agent-clients')
export class AgentClientsController {
  constructor(
    private readonly listClients: ListClients,
    private readonly registerClient: RegisterClient,
    private readonly removeClient: RemoveClient,
    private readonly changeSecrets: ChangeClientSecrets,
  ) {}

  @Get()
  @Operation({
    id: 'listAgentClients',
    summary: 'List the AI clients that the organization has registered',
    permissions: ['organization.update'],
    status: 200,
    answer: namedSuccess({ agent_clients: listOf(AgentClient), total_count: TotalCount }, 'AI clients listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const clients = await this.listClients.execute(caller, organizationId);
    return named({ agent_clients: clients.map(toAgentClient), total_count: clients.length }, 'AI clients listed.');
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'registerAgentClient',
    summary: 'Register an AI client that has no metadata document',
    permissions: ['organization.update'],
    description: 'Enter its `client_id` in the program. Members may then connect it.',
    status: 201,
    answer: namedSuccess({ agent_client: AgentClient }, 'AI client registered.'),
    errors: ['FORBIDDEN', 'CONFLICT', 'OWNER_APPROVAL_REQUIRED'],
  })
  async register(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Body() body: RegisterClientBody) {
    const { name, redirect_uris: redirectUris, has_secrets: hasSecrets } = body;
    const client = await this.registerClient.execute(caller, organizationId, { name: name.trim(), redirectUris, hasSecrets });
    return named({ agent_client: toAgentClient(client) }, 'AI client registered.');
  }

  @Delete(':agent_client_id')
  @RequiresStepUp()
  @Operation({
    id: 'removeAgentClient',
    summary: 'Remove a registered AI client; what it was allowed is refused from its next request on',
    permissions: ['organization.update'],
    status: 200,
    answer: bareSuccess(Done, 'AI client removed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('agent_client_id') id: number) {
    await this.removeClient.execute(caller, organizationId, id);
    return bare({ success: true }, 'AI client removed.');
  }

  @Post(':agent_client_id/secrets', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'addAgentClientSecret',
    summary: 'Make a secret for a registered AI client on a server; it is shown only once',
    permissions: ['organization.update'],
    description: 'Two are good at a time, each for a year.',
    status: 201,
    answer: namedSuccess({ client_secret: NewClientSecret }, SECRET_ADDED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'OWNER_APPROVAL_REQUIRED'],
  })
  async addSecret(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('agent_client_id') id: number) {
    const { secret, text } = await this.changeSecrets.add(caller, organizationId, id);
    return named({ client_secret: toNewClientSecret(secret, text) }, SECRET_ADDED);
  }

  @Delete(':agent_client_id/secrets/:secret_id')
  @RequiresStepUp()
  @Operation({
    id: 'removeAgentClientSecret',
    summary: 'Remove a secret of a registered AI client',
    permissions: ['organization.update'],
    status: 200,
    answer: bareSuccess(Done, 'Secret removed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async removeSecret(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('agent_client_id') id: number,
    @IdParam('secret_id') secretId: number,
  ) {
    await this.changeSecrets.remove(caller, organizationId, id, secretId);
    return bare({ success: true }, 'Secret removed.');
  }
}
