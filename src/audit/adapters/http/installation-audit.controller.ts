import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import type { PageRequest } from '../../../shared/page.js';
import { ExportAuditEvents } from '../../application/export-audit-events.js';
import { ListAuditEvents } from '../../application/list-audit-events.js';
import { ListRefusals } from '../../application/list-refusals.js';
import { VerifyAuditChain } from '../../application/verify-audit-chain.js';
import { AuditFilterQuery, RefusalFilterQuery, toFilter, toRefusalFilter } from './audit.dto.js';
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
import { REFUSALS_EXAMPLE, type RefusalPageResponse, toRefusalPageResponse } from './refusal-response.js';

const LISTED = 'Audit events listed.';
const REFUSALS_LISTED = 'Refusals of strangers listed.';

@ApiTags('Audit')
@Controller('api/v1/audit-events')
export class InstallationAuditController {
  constructor(
    private readonly listAuditEvents: ListAuditEvents,
    private readonly verifyAuditChain: VerifyAuditChain,
    private readonly exportAuditEvents: ExportAuditEvents,
    private readonly listRefusals: ListRefusals,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List everything that was done and refused, newest first; for system administrators',
    description: 'As the list of an organization, over all organizations and what belongs to none.',
    status: 200,
    example: named(PAGE_EXAMPLE, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() request: PageRequest,
    @Query() query: AuditFilterQuery,
  ): Promise<Success<AuditPageResponse & { message: string }>> {
    const page = await this.listAuditEvents.execute({ caller, scope: null, request, ...toFilter(query) });
    return named(toPageResponse(page), LISTED);
  }

  @Get('refusals')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List how often callers who were not known were refused, newest minute first; for system administrators',
    description:
      'Such refusals leave no audit event: they are counted for each network, action, reason and minute, and kept for 30 days. A minute that has seen too many networks counts the others together as `other`. Pages and `total` reach 10,000 counters.',
    status: 200,
    example: named(REFUSALS_EXAMPLE, REFUSALS_LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async refusals(
    @CurrentCaller() caller: Caller,
    @PageParams() request: PageRequest,
    @Query() query: RefusalFilterQuery,
  ): Promise<Success<RefusalPageResponse & { message: string }>> {
    const page = await this.listRefusals.execute({ caller, request, filter: toRefusalFilter(query) });
    return named(toRefusalPageResponse(page), REFUSALS_LISTED);
  }

  @Get('verify')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Verify the chain of the audit events that belong to no organization; for system administrators',
    description: 'Logins are among them. Each organization has a chain of its own.',
    status: 200,
    example: named(VERDICT_EXAMPLE, 'The chain is intact.'),
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
  })
  async verify(@CurrentCaller() caller: Caller): Promise<Success<VerdictResponse & { message: string }>> {
    const verdict = await this.verifyAuditChain.execute(caller, null);
    return named(toVerdictResponse(verdict), messageOf(verdict));
  }

  @Get('export')
  @Answers({
    summary: 'Export all audit events as JSON lines, newest first; for system administrators',
    status: 200,
    contentType: NDJSON,
    example: EVENT_EXAMPLE,
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Query() query: AuditFilterQuery,
    @Res() response: Response,
  ): Promise<void> {
    const batches = await this.exportAuditEvents.execute({ caller, scope: null, ...toFilter(query) });
    await sendDownload(response, { name: 'audit-events.ndjson', type: NDJSON, parts: linesOf(batches) });
  }
}
