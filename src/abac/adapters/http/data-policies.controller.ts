import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiredOrganization } from '../../../platform/http/place-filter.js';
import { Done, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeDataPolicy } from '../../application/change-data-policy.js';
import { CreateDataPolicy } from '../../application/create-data-policy.js';
import { DeleteDataPolicy } from '../../application/delete-data-policy.js';
import { ListDataPolicies } from '../../application/list-data-policies.js';
import { MoveDataPolicy } from '../../application/move-data-policy.js';
import { ReadDataPolicy } from '../../application/read-data-policy.js';
import type { DescribedDataPolicy } from '../../application/describe-data-policies.js';
import type { GuardedDataPolicy } from '../../application/guard-activation.js';
import { ValidateDataPolicy } from '../../application/validate-data-policy.js';
import {
  DataPolicy,
  DataPolicyValidation,
  DataPolicyWarnings,
  SameSources,
  contentOf,
  toDataPolicy,
  toSameSources,
  toValidation,
  writtenIn,
} from './data-policy-response.js';
import { toProblem } from './policy-problem-response.js';
import { DataPolicyBody, DataPolicyContentBody, ValidateDataPolicyBody } from './data-policy.dto.js';

const ERRORS_IN_FORCE = [
  'FORBIDDEN',
  'OWNER_APPROVAL_REQUIRED',
  'NOT_FOUND',
  'CONFLICT',
  'POLICY_INVALID',
  'POLICIES_TOO_LARGE',
  'DATA_SOURCE_CLOSED',
] as const;

const IN_FORCE = { data_policy: DataPolicy, same_data: SameSources, warnings: DataPolicyWarnings };

const SAME_DATA =
  'A data policy belongs to the data. Once it is active, other data sources of the organization that read the same data are closed until ' +
  'a person with `abac.grant` opens them, unless such a person has allowed them, or they are older and have policies of their own. ' +
  '`same_data` names them all.';

@ApiTags('Access policies')
@Controller('api/v1/sso/abac/data-policies')
export class DataPoliciesController {
  constructor(
    private readonly listDataPolicies: ListDataPolicies,
    private readonly createDataPolicy: CreateDataPolicy,
    private readonly validateDataPolicy: ValidateDataPolicy,
    private readonly readDataPolicy: ReadDataPolicy,
    private readonly changeDataPolicy: ChangeDataPolicy,
    private readonly moveDataPolicy: MoveDataPolicy,
    private readonly deleteDataPolicy: DeleteDataPolicy,
  ) {}

  @Get()
  @ApiQuery({
    name: 'organization_id',
    description: 'The organization whose data policies are listed.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  })
  @Operation({
    id: 'listDataPolicies',
    summary: 'List the data policies of an organization, by id',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ data_policies: listOf(DataPolicy), total_count: TotalCount }, 'Data policies listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @RequiredOrganization() organizationId: number) {
    const policies = await this.listDataPolicies.execute(caller, organizationId);
    return named({ data_policies: policies.map(toDataPolicy), total_count: policies.length }, 'Data policies listed.');
  }

  @Post()
  @Operation({
    id: 'createDataPolicy',
    summary: 'Write a data policy: a draft, which hides nothing yet',
    permissions: ['abac.manage'],
    description:
      'It says for whom it is and which relations, columns and rows it hides from them. Rules are checked against the data source ' +
      'as it was discovered last.',
    status: 201,
    answer: namedSuccess({ data_policy: DataPolicy, warnings: DataPolicyWarnings }, 'Data policy created.', {
      data_policy: { status: 'draft', version: 1 },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'POLICY_INVALID', 'DATA_SOURCE_CLOSED'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() { organization_id: organizationId, ...body }: DataPolicyBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.createDataPolicy.execute(caller, organizationId, contentOf(body));
    sendEntityTag(response, policy.policy.version);
    return named({ data_policy: toDataPolicy(policy), warnings: policy.warnings.map(toProblem) }, 'Data policy created.');
  }

  @Post('validate', 'nothing')
  @Operation({
    id: 'validateDataPolicy',
    summary: 'Check a data policy without keeping it: its condition, its rules, and whether the names in them exist',
    permissions: ['abac.manage'],
    status: 200,
    answer: bareSuccess(DataPolicyValidation, 'Data policy checked.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_SOURCE_CLOSED'],
  })
  async validate(@CurrentCaller() caller: Caller, @Body() { organization_id: organizationId, ...body }: ValidateDataPolicyBody) {
    const checked = await this.validateDataPolicy.execute(caller, organizationId, writtenIn(body));
    return bare(toValidation(checked), 'Data policy checked.');
  }

  @Get(':data_policy_id')
  @Operation({
    id: 'readDataPolicy',
    summary: 'Read a data policy',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ data_policy: DataPolicy }, 'Data policy found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('data_policy_id') policyId: number, @Res({ passthrough: true }) response: Response) {
    const policy = await this.readDataPolicy.execute(caller, policyId);
    return answerWith(policy, 'Data policy found.', response);
  }

  @Put(':data_policy_id')
  @Versioned('required')
  @Operation({
    id: 'changeDataPolicy',
    summary: 'Replace what a data policy says; an active one follows at once',
    permissions: ['abac.manage'],
    status: 200,
    description: SAME_DATA,
    answer: namedSuccess(IN_FORCE, 'Data policy changed.'),
    headers: ['ETag'],
    errors: ERRORS_IN_FORCE,
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('data_policy_id') policyId: number,
    @RequiredVersion() version: number,
    @Body() body: DataPolicyContentBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.changeDataPolicy.execute(caller, policyId, version, contentOf(body));
    return answerInForce(policy, 'Data policy changed.', response);
  }

  @Post(':data_policy_id/activate')
  @Versioned('required')
  @Operation({
    id: 'activateDataPolicy',
    summary: 'Activate a data policy: it applies from the next statement on',
    permissions: ['abac.manage'],
    status: 200,
    description: SAME_DATA,
    answer: namedSuccess(IN_FORCE, 'Data policy activated.'),
    headers: ['ETag'],
    errors: ERRORS_IN_FORCE,
  })
  async activate(
    @CurrentCaller() caller: Caller,
    @IdParam('data_policy_id') policyId: number,
    @RequiredVersion() version: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.moveDataPolicy.execute(caller, policyId, version, 'active');
    return answerInForce(policy, 'Data policy activated.', response);
  }

  @Post(':data_policy_id/disable')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'disableDataPolicy',
    summary: 'Show again what a data policy hides',
    permissions: ['abac.manage'],
    status: 200,
    answer: namedSuccess({ data_policy: DataPolicy }, 'Data policy disabled.', { data_policy: { status: 'disabled' } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async disable(
    @CurrentCaller() caller: Caller,
    @IdParam('data_policy_id') policyId: number,
    @RequiredVersion() version: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.moveDataPolicy.execute(caller, policyId, version, 'disabled');
    return answerWith(policy, 'Data policy disabled.', response);
  }

  @Delete(':data_policy_id')
  @Versioned('required')
  @Operation({
    id: 'deleteDataPolicy',
    summary: 'Delete a data policy that is not active',
    permissions: ['abac.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Data policy deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async delete(@CurrentCaller() caller: Caller, @IdParam('data_policy_id') policyId: number, @RequiredVersion() version: number) {
    await this.deleteDataPolicy.execute(caller, policyId, version);
    return bare({ success: true }, 'Data policy deleted.');
  }
}

function answerWith<Message extends string>(described: DescribedDataPolicy, message: Message, response: Response) {
  sendEntityTag(response, described.policy.version);
  return named({ data_policy: toDataPolicy(described) }, message);
}

function answerInForce<Message extends string>(guarded: GuardedDataPolicy, message: Message, response: Response) {
  sendEntityTag(response, guarded.policy.version);
  const { sameData, warnings } = guarded;
  return named({ data_policy: toDataPolicy(guarded), same_data: toSameSources(sameData), warnings: warnings.map(toProblem) }, message);
}
