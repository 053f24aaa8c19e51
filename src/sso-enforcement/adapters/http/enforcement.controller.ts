import { Body, Controller, Get, Header, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { ChangeEnforcement } from '../../application/change-enforcement.js';
import { PreviewEnforcement } from '../../application/preview-enforcement.js';
import type { EnforcementView } from '../../application/read-enforcement.js';
import { ShowEnforcement } from '../../application/show-enforcement.js';
import {
  ENFORCEMENT_EXAMPLE,
  type EnforcementResponse,
  PREVIEW_EXAMPLE,
  type PreviewResponse,
  toEnforcementResponse,
  toPreviewResponse,
} from './enforcement-response.js';
import { EnforcementBody } from './enforcement.dto.js';

type EnforcementAnswer = Success<{ enforcement: EnforcementResponse; message: string }>;

export function answerWith(view: EnforcementView, message: string, response: Response): EnforcementAnswer {
  sendEntityTag(response, view.version);
  return named({ enforcement: toEnforcementResponse(view) }, message);
}

@ApiTags('Single sign-on: enforcement')
@Controller('api/v1/sso/enforcement')
export class EnforcementController {
  constructor(
    private readonly showEnforcement: ShowEnforcement,
    private readonly changeEnforcement: ChangeEnforcement,
    private readonly previewEnforcement: PreviewEnforcement,
  ) {}

  @Get(':organization_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read how far an organization insists on single sign-on, and who gets in when that fails',
    status: 200,
    example: named({ enforcement: ENFORCEMENT_EXAMPLE }, 'Enforcement found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'SSO_REQUIRED', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnforcementAnswer> {
    return answerWith(await this.showEnforcement.execute(caller, organizationId), 'Enforcement found.', response);
  }

  @Put(':organization_id')
  @RequiresStepUp()
  @Versioned('required')
  @Answers({
    summary: 'Decide how far an organization insists on single sign-on; `If-Match` is needed',
    description:
      'With `required` members log in through the identity provider only, and their other sessions end, at once or after the ' +
      'grace. It is refused while `blockers` says that whoever could undo it would be locked out; the preview and the migration ' +
      'plan say how many others would find no way in. Every other mode opens all ways in again at ' +
      'once, and takes back what the waves of a migration require.',
    status: 200,
    example: named({ enforcement: ENFORCEMENT_EXAMPLE }, 'Enforcement changed.'),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'SSO_REQUIRED',
      'NOT_FOUND',
      'ENFORCEMENT_BLOCKED',
      'PRECONDITION_FAILED',
      'PRECONDITION_REQUIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Body() { mode, grace_hours: graceHours }: EnforcementBody,
    @RequiredVersion() expectedVersion: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnforcementAnswer> {
    if (mode !== 'required' && typeof graceHours === 'number')
      throw new ValidationFailed([{ field: 'grace_hours', message: 'Only what is required has a grace.' }]);
    const graceSeconds = (graceHours ?? 0) * 3600;
    const change = { caller, organizationId, mode, graceSeconds, expectedVersion };
    return answerWith(await this.changeEnforcement.execute(change), 'Enforcement changed.', response);
  }

  @Post(':organization_id/preview')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'See what would happen if single sign-on were required now; changes nothing',
    description:
      '`never_signed_on_count`: members who would be bound and have never come through an active connection.',
    status: 200,
    example: named({ preview: PREVIEW_EXAMPLE }, 'Nothing was changed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'SSO_REQUIRED', 'NOT_FOUND'],
  })
  async preview(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
  ): Promise<Success<{ preview: PreviewResponse; message: string }>> {
    const preview = await this.previewEnforcement.execute(caller, organizationId);
    return named({ preview: toPreviewResponse(preview) }, 'Nothing was changed.');
  }
}
