import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { timeOf } from '../../../platform/http/is-time.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { EndExemption } from '../../application/end-exemption.js';
import { GrantExemption } from '../../application/grant-exemption.js';
import { ListExemptions } from '../../application/list-exemptions.js';
import { ExemptionBody } from './exemption.dto.js';
import { SignOnExemption, toExemption } from './exemption-response.js';

const LISTED = 'Exemptions listed.';
const GRANTED = 'Member exempted.';
const ENDED = 'Exemption ended.';

@ApiTags('Single sign-on: enforcement')
@Controller('api/v1/sso/enforcement/:organization_id/exemptions')
export class ExemptionsController {
  constructor(
    private readonly listExemptions: ListExemptions,
    private readonly grantExemption: GrantExemption,
    private readonly endExemption: EndExemption,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listSignOnExemptions',
    summary: 'List the members who may use their passwords for a time, whatever the organization requires',
    permissions: ['sso.read'],
    description: 'The one that ends first comes first. Those that have ended are in the audit trail.',
    status: 200,
    answer: namedSuccess({ exemptions: listOf(SignOnExemption), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listExemptions.execute(caller, organizationId, request);
    return named({ exemptions: items.map(toExemption), pagination: paginationOf(request, total) }, LISTED);
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'grantSignOnExemption',
    summary: 'Exempt a member from required single sign-on for a time',
    permissions: ['sso.enforce'],
    description:
      'The member logs in as if nothing were required, and is told by mail. Unlike a break-glass account, they need not be an owner or ' +
      'have a second factor, and the exemption ends by itself: if single sign-on is required then, their sessions by password end, and the ' +
      'next login takes the provider. ' +
      'You cannot exempt yourself or a break-glass account. The exemption of a member who leaves ends for good.',
    status: 201,
    answer: namedSuccess({ exemption: SignOnExemption }, GRANTED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async grant(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @Body() body: ExemptionBody) {
    const { user_id: userId, reason } = body;
    // The validators of the body have read the time already.
    const expiresAt = timeOf(body.expires_at) ?? new Date(0);
    return named(
      { exemption: toExemption(await this.grantExemption.execute({ caller, organizationId, userId, reason, expiresAt })) },
      GRANTED,
    );
  }

  @Delete(':user_id')
  @RequiresStepUp()
  @Operation({
    id: 'endSignOnExemption',
    summary: 'End the exemption of a member now; where single sign-on is required, their sessions by password end',
    permissions: ['sso.enforce'],
    status: 200,
    answer: bareSuccess(Done, ENDED),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async end(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('user_id') userId: number) {
    await this.endExemption.execute(caller, { organizationId, userId });
    return bare({ success: true }, ENDED);
  }
}
