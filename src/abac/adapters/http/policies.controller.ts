import { Body, Controller, Get, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { OrganizationFilter } from '../../../platform/http/place-filter.js';
import { TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ArchivePolicy } from '../../application/archive-policy.js';
import { CreatePolicy } from '../../application/create-policy.js';
import { ListPolicies } from '../../application/list-policies.js';
import { ListVersions } from '../../application/list-versions.js';
import { ValidatePolicy } from '../../application/validate-policy.js';
import {
  ListedPolicy,
  Policy,
  PolicyValidation,
  PolicyVersion,
  toListedPolicy,
  toPolicy,
  toValidation,
  toVersion,
} from './policy-response.js';
import { PolicyWarnings, toProblem } from './policy-problem-response.js';
import { PolicyBody, ValidatePolicyBody, examplesOf } from './policy.dto.js';
import { publishedFrom } from './published-from.js';

const LISTED = 'Policies listed.';

@ApiTags('Access policies')
@Controller('api/v1/sso/abac/policies')
export class PoliciesController {
  constructor(
    private readonly listPolicies: ListPolicies,
    private readonly listVersions: ListVersions,
    private readonly createPolicy: CreatePolicy,
    private readonly validatePolicy: ValidatePolicy,
    private readonly archivePolicy: ArchivePolicy,
  ) {}

  @Get()
  @ApiQuery({
    name: 'organization_id',
    required: false,
    description: 'Only those of this organization; if left out, all that the caller may see.',
    schema: { type: 'integer', minimum: 1 },
  })
  @Operation({
    id: 'listPolicies',
    summary: 'List access policies, by id',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ policies: listOf(ListedPolicy), total_count: TotalCount }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @OrganizationFilter() organizationId: number | null) {
    const policies = (await this.listPolicies.execute(caller, organizationId)).map(toListedPolicy);
    return named({ policies, total_count: policies.length }, LISTED);
  }

  @Post()
  @Operation({
    id: 'createPolicy',
    summary: 'Write an access policy: a draft, which decides nothing yet',
    permissions: ['abac.manage'],
    description:
      'A `forbid` takes away what roles allow. A `permit` gives the people of the organization what their roles do not, with ' +
      'workspaces and data sources only.',
    status: 201,
    answer: namedSuccess({ policy: Policy, warnings: PolicyWarnings }, 'Policy created.', {
      policy: { status: 'draft', version: 1, last_matched_at: null },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'CONFLICT', 'POLICY_INVALID'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() { organization_id: organizationId, name, description = '', text, examples }: PolicyBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const draft = { caller, organizationId, name, description, text, examples: examplesOf(examples) };
    const { policy, warnings } = await this.createPolicy.execute(draft);
    sendEntityTag(response, policy.revision);
    return named({ policy: toPolicy(policy), warnings: warnings.map(toProblem) }, 'Policy created.');
  }

  @Post('validate', 'nothing')
  @Operation({
    id: 'validatePolicy',
    summary: 'Check the text of an access policy and try its examples, without keeping it',
    permissions: ['abac.manage'],
    description:
      'Because of `locked_out_owners`, activating the text from here would answer `POLICY_LOCKS_OUT`. `kept_out` warns of ' +
      'members who cannot give a proof that the text asks for.',
    status: 200,
    answer: bareSuccess(PolicyValidation, 'Policy checked.'),
    errors: ['FORBIDDEN'],
  })
  async validate(@CurrentCaller() caller: Caller, @Body() body: ValidatePolicyBody) {
    const { organization_id: organizationId, text, examples, replaces_policy_id: replaces = null } = body;
    const input = { caller, organizationId, text, examples: examplesOf(examples), replaces, from: publishedFrom() };
    return bare(toValidation(await this.validatePolicy.execute(input)), 'Policy checked.');
  }

  @Get(':policy_id')
  @Operation({
    id: 'readPolicy',
    summary: 'Read an access policy with its versions, latest first',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ policy: Policy, versions: listOf(PolicyVersion) }, 'Policy found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('policy_id') policyId: number, @Res({ passthrough: true }) response: Response) {
    const { policy, versions } = await this.listVersions.execute(caller, policyId);
    sendEntityTag(response, policy.revision);
    return named({ policy: toPolicy(policy), versions: versions.map(toVersion) }, 'Policy found.');
  }

  @Post(':policy_id/archive')
  @Versioned('required')
  @Operation({
    id: 'archivePolicy',
    summary: 'Archive an access policy that has no version in force; it cannot be undone',
    permissions: ['abac.manage'],
    status: 200,
    answer: namedSuccess({ policy: Policy }, 'Policy archived.', { policy: { status: 'archived', last_matched_at: null } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async archive(
    @CurrentCaller() caller: Caller,
    @IdParam('policy_id') policyId: number,
    @RequiredVersion() revision: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.archivePolicy.execute(caller, policyId, revision);
    sendEntityTag(response, policy.revision);
    return named({ policy: toPolicy(policy) }, 'Policy archived.');
  }
}
