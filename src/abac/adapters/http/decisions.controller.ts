import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiredOrganization } from '../../../platform/http/place-filter.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ExplainDecision } from '../../application/explain-decision.js';
import { ListDecisions } from '../../application/list-decisions.js';
import { SimulatePolicy } from '../../application/simulate-policy.js';
import { PolicyDecision, PolicyExplanation, Simulation, toDecision, toExplanation, toSimulation } from './decision-response.js';
import { DecisionsQuery, SimulatePolicyBody } from './decision.dto.js';

@ApiTags('Access policies')
@Controller('api/v1/sso/abac')
export class DecisionsController {
  constructor(
    private readonly listDecisions: ListDecisions,
    private readonly explainDecision: ExplainDecision,
    private readonly simulatePolicy: SimulatePolicy,
  ) {}

  @Get('decisions')
  @Paged()
  @ApiQuery({
    name: 'organization_id',
    required: true,
    description: 'The organization.',
    schema: { type: 'integer', minimum: 1 },
  })
  @Operation({
    id: 'listPolicyDecisions',
    summary: 'List what access policies decided, latest first',
    permissions: ['abac.read'],
    description:
      'Every refusal by a policy, and samples of the rest, for `POLICY_DECISION_DAYS`. Nothing is recorded while no version is in force.',
    status: 200,
    answer: namedSuccess({ decisions: listOf(PolicyDecision), pagination: Pagination }, 'Decisions listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @RequiredOrganization() organizationId: number,
    @Query() { show, policy_id: policyId }: DecisionsQuery,
    @PageParams() page: PageRequest,
  ) {
    const filter = {
      isOfInterest: show === 'of_interest',
      policyId: policyId === undefined ? null : Number(policyId),
    };
    const { items, total } = await this.listDecisions.execute(caller, organizationId, filter, page);
    return named({ decisions: items.map(toDecision), pagination: paginationOf(page, total) }, 'Decisions listed.');
  }

  @Get('decisions/:decision_id/explanation')
  @Operation({
    id: 'explainPolicyDecision',
    summary: 'Explain a decision: which policy, which clause, which attribute, and what would have changed it',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ decision: PolicyDecision, policies: listOf(PolicyExplanation) }, 'Decision explained.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async explain(@CurrentCaller() caller: Caller, @IdParam('decision_id') decisionId: number) {
    const { decision, explained } = await this.explainDecision.execute(caller, decisionId);
    const policies = explained.map(toExplanation);
    return named({ decision: toDecision(decision), policies }, 'Decision explained.');
  }

  @Post('policies/simulate', 'nothing')
  @Operation({
    id: 'simulatePolicy',
    summary: 'Try a policy on the recorded decisions of the last days: who would have been refused what',
    permissions: ['abac.manage'],
    status: 200,
    answer: bareSuccess(Simulation, 'Policy simulated.'),
    errors: ['FORBIDDEN', 'POLICY_INVALID'],
  })
  async simulate(@CurrentCaller() caller: Caller, @Body() body: SimulatePolicyBody) {
    const { organization_id: organizationId, text, days = 7, replaces_policy_id: replaces = null } = body;
    const simulation = await this.simulatePolicy.execute({ caller, organizationId, text, days, replaces });
    return bare(toSimulation(simulation), 'Policy simulated.');
  }
}
