import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { AllowAgent } from '../../application/allow-agent.js';
import { JudgeAgentRequest } from '../../application/judge-agent-request.js';
import { ListAccessKeys } from '../../application/list-access-keys.js';
import { RevokeAccessKey } from '../../application/revoke-access-key.js';
import { AllowAgentBody, JudgeAgentRequestBody } from './agent.dto.js';
import { Agent, AgentRequest, AllowedAgent, toAgent, toAgentRequest } from './agent-response.js';

const ALLOWED = 'Connected. Open the address that follows.';

@ApiTags('AI clients')
@Controller('api/v1')
export class AgentsController {
  constructor(
    private readonly judgeRequest: JudgeAgentRequest,
    private readonly allowAgent: AllowAgent,
    private readonly listKeys: ListAccessKeys,
    private readonly revokeKey: RevokeAccessKey,
  ) {}

  @Post('agent-requests', 'nothing')
  @Operation({
    id: 'judgeAgentRequest',
    summary: 'Read what an AI client asks you for, before you allow it',
    description: 'For the page that `/oauth/authorize` leads to. Changes nothing.',
    status: 200,
    answer: namedSuccess({ agent_request: AgentRequest }, 'Request read.'),
    errors: ['FORBIDDEN'],
  })
  async judge(@CurrentCaller() caller: Caller, @Body() { request }: JudgeAgentRequestBody) {
    return named({ agent_request: toAgentRequest(await this.judgeRequest.execute(caller, request)) }, 'Request read.');
  }

  @Get('agents')
  @Paged()
  @Operation({
    id: 'listAgents',
    summary: 'List the AI clients that you have connected, newest first',
    description: 'Only your own.',
    status: 200,
    answer: namedSuccess({ agents: listOf(Agent), pagination: Pagination }, 'AI clients listed.'),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest) {
    const { items, total } = await this.listKeys.execute('agent', caller, request);
    return named({ agents: items.map(toAgent), pagination: paginationOf(request, total) }, 'AI clients listed.');
  }

  @Post('agents', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'allowAgent',
    summary: 'Let an AI client act for you (OAuth 2.1)',
    description:
      'The answer leads back to the program with a code that is good for a minute. The program may then do at `POST /mcp` what you may do in ' +
      'that organization at that moment, within its scopes. It ends as a key does.',
    status: 201,
    answer: namedSuccess({ allowed_agent: AllowedAgent }, ALLOWED),
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async allow(@CurrentCaller() caller: Caller, @Body() body: AllowAgentBody) {
    const redirectTo = await this.allowAgent.execute({
      caller,
      query: body.request,
      organizationId: body.organization_id,
      scopes: body.scopes,
      dataSourceIds: body.data_source_ids ?? null,
      days: body.days,
    });
    return named({ allowed_agent: { redirect_to: redirectTo } }, ALLOWED);
  }

  @Delete('agents/:agent_id')
  @Operation({
    id: 'revokeAgent',
    summary: 'Disconnect one of your AI clients; its next request is refused',
    description: 'Only your own.',
    status: 200,
    answer: bareSuccess(Done, 'AI client disconnected.'),
    errors: ['NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('agent_id') agentId: number) {
    await this.revokeKey.execute('agent', caller, agentId);
    return bare({ success: true }, 'AI client disconnected.');
  }
}
