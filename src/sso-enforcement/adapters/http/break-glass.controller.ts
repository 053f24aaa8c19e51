import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { DesignateBreakGlass } from '../../application/designate-break-glass.js';
import { DrillBreakGlass } from '../../application/drill-break-glass.js';
import { Enforcement } from './enforcement-response.js';
import { answerWith } from './enforcement.controller.js';
import { BreakGlassBody } from './enforcement.dto.js';

@ApiTags('Single sign-on: enforcement')
@Controller('api/v1/sso/enforcement/:organization_id/break-glass')
export class BreakGlassController {
  constructor(
    private readonly designateBreakGlass: DesignateBreakGlass,
    private readonly drillBreakGlass: DrillBreakGlass,
  ) {}

  @Put()
  @RequiresStepUp()
  @Versioned()
  @Operation({
    id: 'designateBreakGlass',
    summary: 'Set the break-glass owners, who can log in with password and second factor when single sign-on fails',
    permissions: ['sso.enforce'],
    description: 'Replaces the list. While single sign-on is required, at least two of them must be able to log in this way.',
    status: 200,
    answer: namedSuccess({ enforcement: Enforcement }, 'Break-glass accounts designated.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'BREAK_GLASS_NEEDED'],
  })
  async designate(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Body() { user_ids: userIds }: BreakGlassBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const view = await this.designateBreakGlass.execute({ caller, organizationId, userIds, expectedVersion });
    return answerWith(view, 'Break-glass accounts designated.', response);
  }

  @Post('drill')
  @RequiresStepUp()
  @Operation({
    id: 'drillBreakGlass',
    summary: 'Record a drill of your own break-glass account',
    permissions: ['sso.enforce'],
    description: 'It counts for 90 days, if the session began with the password and a second factor was proved just now.',
    status: 200,
    answer: namedSuccess({ enforcement: Enforcement }, 'Drill recorded.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DRILL_NOT_PROVED'],
  })
  async drill(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answerWith(await this.drillBreakGlass.execute(caller, organizationId), 'Drill recorded.', response);
  }
}
