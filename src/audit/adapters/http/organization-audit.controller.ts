import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import type { PageRequest } from '../../../shared/page.js';
import { ExportAuditEvents } from '../../application/export-audit-events.js';
import { ListAuditEvents } from '../../application/list-audit-events.js';
import { VerifyAuditChain } from '../../application/verify-audit-chain.js';
import { AuditFilterQuery, toFilter } from './audit.dto.js';
import {
  type AuditPageResponse,
  type VerdictResponse,
  EVENT_EXAMPLE,
  NDJSON,
  PAGE_EXAMPLE,
  VERDICT_EXAMPLE,
  linesOf,
  messageOf,
  toPageResponse,
  toVerdictResponse,
} from './audit-response.js';

const LISTED = 'Audit events listed.';

@ApiTags('Audit')
@Controller('api/v1/organizations/:org_id/audit-events')
export class OrganizationAuditController {
  constructor(
    private readonly listAuditEvents: ListAuditEvents,
    private readonly verifyAuditChain: VerifyAuditChain,
    private readonly exportAuditEvents: ExportAuditEvents,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List what was done and refused in an organization, newest first',
    description:
      'Pages and `total` reach 10,000 events; `next_before`, sent as `before`, reads on to the end at the same speed, and new events do not shift what follows. What was sealed up to `archived_until` lies in the archive and is not listed; null: nothing does.',
    status: 200,
    example: named(PAGE_EXAMPLE, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: AuditFilterQuery,
  ): Promise<Success<AuditPageResponse & { message: string }>> {
    const page = await this.listAuditEvents.execute({ caller, scope: { organizationId }, request, ...toFilter(query) });
    return named(toPageResponse(page), LISTED);
  }

  @Get('verify')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Verify that no audit event of an organization was changed, removed or inserted',
    description:
      'Compares every sealed event with its seal, up to the first that does not fit. Events of the last minute are not sealed yet. It begins behind what lies in the archive (`archived_until`). A check that is under way is shared by whoever asks meanwhile.',
    status: 200,
    example: named(VERDICT_EXAMPLE, 'The chain is intact.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async verify(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
  ): Promise<Success<VerdictResponse & { message: string }>> {
    const verdict = await this.verifyAuditChain.execute(caller, { organizationId });
    return named(toVerdictResponse(verdict), messageOf(verdict));
  }

  @Get('export')
  @Answers({
    summary: 'Export the audit events of an organization as JSON lines, newest first',
    description:
      'Takes the filters of the list. An export that breaks off is carried on with the last id as `before`. The export is itself an audit event.',
    status: 200,
    contentType: NDJSON,
    example: EVENT_EXAMPLE,
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Query() query: AuditFilterQuery,
    @Res() response: Response,
  ): Promise<void> {
    const batches = await this.exportAuditEvents.execute({ caller, scope: { organizationId }, ...toFilter(query) });
    await sendDownload(response, {
      name: `audit-events-${organizationId}.ndjson`,
      type: NDJSON,
      parts: linesOf(batches),
    });
  }
}
