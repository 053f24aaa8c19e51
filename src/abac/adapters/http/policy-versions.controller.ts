import { Body, Controller, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { AddVersion } from '../../application/add-version.js';
import { ChangeVersionState } from '../../application/change-version-state.js';
import type { WrittenPolicy } from '../../application/create-policy.js';
import { KeptOut, toKeptOut } from './kept-out-response.js';
import { PolicyWarnings, toProblem } from './policy-problem-response.js';
import { Policy, toPolicy } from './policy-response.js';
import { PolicyVersionBody, examplesOf } from './policy.dto.js';
import { publishedFrom } from './published-from.js';

function answerWith({ policy, warnings }: WrittenPolicy, message: string, response: Response) {
  sendEntityTag(response, policy.revision);
  return named({ policy: toPolicy(policy), warnings: warnings.map(toProblem) }, message);
}

@ApiTags('Access policies')
@Controller('api/v1/sso/abac/policies/:policy_id/versions')
export class PolicyVersionsController {
  constructor(
    private readonly addVersion: AddVersion,
    private readonly changeVersionState: ChangeVersionState,
  ) {}

  @Post()
  @Versioned('required')
  @Operation({
    id: 'createPolicyVersion',
    summary: 'Write the next version of an access policy; versions in force stay in force',
    permissions: ['abac.manage'],
    status: 201,
    answer: namedSuccess({ policy: Policy, warnings: PolicyWarnings }, 'Version created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'POLICY_INVALID'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('policy_id') policyId: number,
    @RequiredVersion() revision: number,
    @Body() { text, examples }: PolicyVersionBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const edit = { caller, policyId, revision, text, examples: examplesOf(examples) };
    return answerWith(await this.addVersion.execute(edit), 'Version created.', response);
  }

  @Post(':version/shadow')
  @Versioned('required')
  @Operation({
    id: 'shadowPolicyVersion',
    summary: 'Watch what a version would decide, without applying it',
    permissions: ['abac.manage'],
    description: 'Several versions may be in shadow at once. What they would change is recorded with the decisions.',
    status: 200,
    answer: namedSuccess({ policy: Policy, warnings: PolicyWarnings }, 'Version in shadow.', {
      policy: { status: 'shadow', version: 1, last_matched_at: null },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'POLICY_EXAMPLES_FAILED', 'POLICIES_TOO_LARGE'],
  })
  async shadow(
    @CurrentCaller() caller: Caller,
    @IdParam('policy_id') policyId: number,
    @IdParam('version') version: number,
    @RequiredVersion() revision: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const shadowed = await this.changeVersionState.shadow({ caller, policyId, version, revision });
    return answerWith(shadowed, 'Version in shadow.', response);
  }

  @Post(':version/activate')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'activatePolicyVersion',
    summary: 'Activate a version instead of the active one; it may be an older one',
    permissions: ['abac.grant'],
    description:
      'All instances decide by it at once. It is refused while an example fails, and if it would lock owners out, however ' +
      'they sign in today. Policies do not cover emergency accounts. `kept_out` says who must give a proof first for ' +
      'what their roles allow; `null` without `abac.read`.',
    status: 200,
    answer: namedSuccess({ policy: Policy, kept_out: KeptOut.nullable(), warnings: PolicyWarnings }, 'Version activated.'),
    headers: ['ETag'],
    errors: [
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
      'POLICY_EXAMPLES_FAILED',
      'POLICY_LOCKS_OUT',
      'POLICIES_TOO_LARGE',
    ],
  })
  async activate(
    @CurrentCaller() caller: Caller,
    @IdParam('policy_id') policyId: number,
    @IdParam('version') version: number,
    @RequiredVersion() revision: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const chosen = { caller, policyId, version, revision };
    const { policy, keptOut, warnings } = await this.changeVersionState.activate(chosen, publishedFrom());
    sendEntityTag(response, policy.revision);
    const told = { policy: toPolicy(policy), kept_out: keptOut && toKeptOut(keptOut), warnings: warnings.map(toProblem) };
    return named(told, 'Version activated.');
  }

  @Post(':version/disable')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'disablePolicyVersion',
    summary: 'Disable a version: it no longer decides, or is no longer watched',
    permissions: ['abac.manage'],
    status: 200,
    answer: namedSuccess({ policy: Policy }, 'Version disabled.', { policy: { status: 'disabled' } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async disable(
    @CurrentCaller() caller: Caller,
    @IdParam('policy_id') policyId: number,
    @IdParam('version') version: number,
    @RequiredVersion() revision: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const policy = await this.changeVersionState.disable({ caller, policyId, version, revision });
    sendEntityTag(response, policy.revision);
    return named({ policy: toPolicy(policy) }, 'Version disabled.');
  }
}
