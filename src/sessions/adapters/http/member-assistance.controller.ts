import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { AssistMember } from '../../application/assist-member.js';

const SIGNED_OUT = 'The member was signed out everywhere and got a mail.';
const FACTORS_GONE = 'All second factors of the member were removed. The member was signed out everywhere and got a mail.';
const WHOM =
  'For accounts that the organization manages (`managed` of the member) and whose holders have no more ' +
  'permissions than you. It never works on your own account, on system administrators or on accounts kept for ' +
  'emergencies.';

@ApiTags('Organizations')
@Controller('api/v1/organizations/:org_id/members/:user_id')
export class MemberAssistanceController {
  constructor(private readonly assistMember: AssistMember) {}

  @Post('end-sessions')
  @RequiresStepUp('always')
  @Operation({
    id: 'endMemberSessions',
    summary: 'Sign a member out everywhere',
    permissions: ['member.assist'],
    description: `${WHOM} Browsers that they trust stay trusted; \`resetMemberFactors\` ends that too.`,
    status: 200,
    answer: bareSuccess(Done, SIGNED_OUT),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async endSessions(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('user_id') userId: number) {
    await this.assistMember.execute({ caller, organizationId, userId, act: 'end_sessions' });
    return bare({ success: true }, SIGNED_OUT);
  }

  @Post('reset-factors')
  @RequiresStepUp('always')
  @Operation({
    id: 'resetMemberFactors',
    summary: 'Remove every second factor of a member who has lost them all',
    permissions: ['member.assist'],
    description:
      `${WHOM} It does not work on members of another organization either: their factors protect them there as well. If ` +
      'the setting `factor_resets` is `needs_approval`, request the approval of an owner first.',
    status: 200,
    answer: bareSuccess(Done, FACTORS_GONE),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async resetFactors(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('user_id') userId: number) {
    await this.assistMember.execute({ caller, organizationId, userId, act: 'reset_factors' });
    return bare({ success: true }, FACTORS_GONE);
  }
}
