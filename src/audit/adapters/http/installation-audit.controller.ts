import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { TotalCount, namedSuccess } from '../../../platform/http/response-schemas.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import type { PageRequest } from '../../../shared/page.js';
import { ExportAuditEvents } from '../../application/export-audit-events.js';
import { ListAuditActions } from '../../application/list-audit-actions.js';
import { ListAuditEvents } from '../../application/list-audit-events.js';
import { ListRefusals } from '../../application/list-refusals.js';
import { VerifyAuditChain } from '../../application/verify-audit-chain.js';
import { AuditFilterQuery, RefusalFilterQuery, toFilter, toRefusalFilter } from './audit.dto.js';
import {
  AuditActions,
  AuditEvent,
  NDJSON,
  AuditEventPage,
  AuditChainVerdict,
  linesOf,
  messageOf,
  toAuditPage,
  toVerdict,
} from './audit-response.js';
import { RefusalPage, toRefusalPage } from './refusal-response.js';

const LISTED = 'Audit events listed.';
const ACTIONS_LISTED = 'Actions listed.';
const REFUSALS_LISTED = 'Refusals of strangers listed.';

@ApiTags('Audit')
@Controller('api/v1/audit-events')
export class InstallationAuditController {
  constructor(
    private readonly listAuditEvents: ListAuditEvents,
    private readonly listAuditActions: ListAuditActions,
    private readonly verifyAuditChain: VerifyAuditChain,
    private readonly exportAuditEvents: ExportAuditEvents,
    private readonly listRefusals: ListRefusals,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listAllAuditEvents',
    summary: 'List everything that was done and refused, newest first (system administrators)',
    description:
      'Like the list of an organization, over all organizations, with the events that belong to none. Copies of account events that the organizations of a member receive are left out, because the original event is in the list.',
    status: 200,
    answer: namedSuccess(AuditEventPage.shape, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest, @Query() query: AuditFilterQuery) {
    const page = await this.listAuditEvents.execute({ caller, scope: null, request, ...toFilter(query) });
    return named(toAuditPage(page), LISTED);
  }

  @Get('refusals')
  @Paged()
  @Operation({
    id: 'listRefusals',
    summary: 'List how often unknown callers were refused, newest minute first (system administrators)',
    description:
      'Such refusals leave no audit event: they are counted for each network, action, reason and minute, and kept for 30 days. Once a minute has seen too many networks, the others are counted together as `other`. Pages and `total` reach 10,000 counters; with `total_is_capped` there are more, so ask for a shorter period.',
    status: 200,
    answer: namedSuccess(RefusalPage.shape, REFUSALS_LISTED),
    errors: ['FORBIDDEN'],
  })
  async refusals(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest, @Query() query: RefusalFilterQuery) {
    const page = await this.listRefusals.execute({ caller, request, filter: toRefusalFilter(query) });
    return named(toRefusalPage(page), REFUSALS_LISTED);
  }

  @Get('actions')
  @Operation({
    id: 'listAllAuditActions',
    summary: 'List the actions that occur in the whole trail (system administrators)',
    description: 'What `action` of the list can be, in alphabetical order.',
    status: 200,
    answer: namedSuccess({ actions: AuditActions, total_count: TotalCount }, ACTIONS_LISTED),
    errors: ['FORBIDDEN'],
  })
  async actions(@CurrentCaller() caller: Caller) {
    const actions = await this.listAuditActions.execute(caller, null);
    return named({ actions, total_count: actions.length }, ACTIONS_LISTED);
  }

  @Get('verify')
  @Operation({
    id: 'verifyInstallationAuditChain',
    summary: 'Verify the chain of the audit events that belong to no organization (system administrators)',
    description: 'Logins are among them. Each organization has a chain of its own.',
    status: 200,
    answer: namedSuccess(AuditChainVerdict.shape, 'The chain is intact.'),
    errors: ['FORBIDDEN'],
  })
  async verify(@CurrentCaller() caller: Caller) {
    const verdict = await this.verifyAuditChain.execute(caller, null);
    return named(toVerdict(verdict), messageOf(verdict));
  }

  @Get('export')
  @Operation({
    id: 'exportAllAuditEvents',
    summary: 'Export all audit events as JSON lines, newest first (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    type: NDJSON,
    answer: AuditEvent,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN'],
  })
  async export(@CurrentCaller() caller: Caller, @Query() query: AuditFilterQuery, @Res() response: Response) {
    const batches = await this.exportAuditEvents.execute({ caller, scope: null, ...toFilter(query) });
    await sendDownload(response, { name: 'audit-events.ndjson', type: NDJSON, parts: linesOf(batches) });
  }
}
