import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeEnforcement } from '../../application/change-enforcement.js';
import { PreviewEnforcement } from '../../application/preview-enforcement.js';
import type { EnforcementView } from '../../application/read-enforcement.js';
import { ShowEnforcement } from '../../application/show-enforcement.js';
import { Preview, Enforcement, toEnforcement, toPreview } from './enforcement-response.js';
import { EnforcementBody } from './enforcement.dto.js';

export function answerWith(view: EnforcementView, message: string, response: Response) {
  sendEntityTag(response, view.version);
  return named({ enforcement: toEnforcement(view) }, message);
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
  @Operation({
    id: 'readSsoEnforcement',
    summary: 'Read whether an organization requires single sign-on, and its break-glass accounts',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ enforcement: Enforcement }, 'Enforcement found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answerWith(await this.showEnforcement.execute(caller, organizationId), 'Enforcement found.', response);
  }

  @Put(':organization_id')
  @RequiresStepUp()
  @Versioned('required')
  @Operation({
    id: 'changeSsoEnforcement',
    summary: 'Change whether an organization requires single sign-on (needs `If-Match`)',
    permissions: ['sso.enforce'],
    description:
      'With `required`, members can log in only through the identity provider, and their other sessions end at ' +
      'once or after the grace period. The change is refused while `blockers` is not empty, because otherwise ' +
      'no one could undo it. The preview and the migration plan say how many other members would be locked out. ' +
      'Every other mode opens all ways to log in again at once and cancels what migration waves require.',
    status: 200,
    answer: namedSuccess({ enforcement: Enforcement }, 'Enforcement changed.', {
      enforcement: { mode: 'optional', required_since: null, grace_until: null },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'ENFORCEMENT_BLOCKED'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Body() { mode, grace_hours: graceHours }: EnforcementBody,
    @RequiredVersion() expectedVersion: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const graceSeconds = (graceHours ?? 0) * 3600;
    const change = { caller, organizationId, mode, graceSeconds, expectedVersion };
    return answerWith(await this.changeEnforcement.execute(change), 'Enforcement changed.', response);
  }

  @Post(':organization_id/preview', 'nothing')
  @Operation({
    id: 'previewSsoEnforcement',
    summary: 'See what would happen if single sign-on were required now; changes nothing',
    permissions: ['sso.enforce'],
    status: 200,
    answer: namedSuccess({ preview: Preview }, 'Nothing was changed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async preview(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number) {
    const preview = await this.previewEnforcement.execute(caller, organizationId);
    return named({ preview: toPreview(preview) }, 'Nothing was changed.');
  }
}
