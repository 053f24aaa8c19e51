import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListMemberKeys } from '../../application/list-member-keys.js';
import { ReplaceAgentRules } from '../../application/replace-agent-rules.js';
import { RevokeAccessKey } from '../../application/revoke-access-key.js';
import { AgentRulesBody } from './agent.dto.js';
import { AgentRules, MemberAgent, toAgentRules, toMemberAgent } from './agent-response.js';

@ApiTags('AI clients')
@Controller('api/v1/organizations/:org_id')
export class MemberAgentsController {
  constructor(
    private readonly listMemberKeys: ListMemberKeys,
    private readonly revokeKey: RevokeAccessKey,
    private readonly replaceRules: ReplaceAgentRules,
  ) {}

  @Get('agents')
  @Paged()
  @Operation({
    id: 'listMemberAgents',
    summary: 'List the AI clients that members have connected, newest first',
    permissions: ['member.security.read'],
    status: 200,
    answer: namedSuccess({ agents: listOf(MemberAgent), pagination: Pagination }, 'AI clients listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listMemberKeys.execute('agent', caller, organizationId, request);
    return named({ agents: items.map(toMemberAgent), pagination: paginationOf(request, total) }, 'AI clients listed.');
  }

  @Delete('agents/:agent_id')
  @RequiresStepUp()
  @Operation({
    id: 'revokeMemberAgent',
    summary: 'Disconnect an AI client of a member; its next request is refused',
    permissions: ['member.remove'],
    status: 200,
    answer: bareSuccess(Done, 'AI client disconnected.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('agent_id') agentId: number) {
    await this.revokeKey.ofMember('agent', caller, organizationId, agentId);
    return bare({ success: true }, 'AI client disconnected.');
  }

  @Get('agent-rules')
  @Operation({
    id: 'readAgentRules',
    summary: 'Read which AI clients members may connect, and how far',
    permissions: ['organization.read'],
    status: 200,
    answer: namedSuccess({ agent_rules: AgentRules }, 'Rules found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res({ passthrough: true }) response: Response) {
    const rules = await this.replaceRules.read(caller, organizationId);
    sendEntityTag(response, rules.version);
    return named({ agent_rules: toAgentRules(rules) }, 'Rules found.');
  }

  @Put('agent-rules')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'replaceAgentRules',
    summary: 'Decide which AI clients members may connect, and how far (needs `If-Match`)',
    permissions: ['organization.update'],
    description: 'They count for connected clients too, from their next request on.',
    status: 200,
    answer: namedSuccess({ agent_rules: AgentRules }, 'Rules changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { longest_days: longestDays, admits, listed, scopes }: AgentRulesBody,
    @RequiredVersion() version: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const rules = await this.replaceRules.execute(caller, organizationId, { admits, listed, scopes, longestDays, version });
    sendEntityTag(response, rules.version);
    return named({ agent_rules: toAgentRules(rules) }, 'Rules changed.');
  }
}
