import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { TotalCount, namedSuccess } from '../../../platform/http/response-schemas.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import type { PageRequest } from '../../../shared/page.js';
import { ExportAuditEvents } from '../../application/export-audit-events.js';
import { ListAuditActions } from '../../application/list-audit-actions.js';
import { ListAuditEvents } from '../../application/list-audit-events.js';
import { VerifyAuditChain } from '../../application/verify-audit-chain.js';
import { OrganizationAuditFilterQuery, toFilter } from './audit.dto.js';
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

const LISTED = 'Audit events listed.';
const ACTIONS_LISTED = 'Actions listed.';

@ApiTags('Audit')
@Controller('api/v1/organizations/:org_id/audit-events')
export class OrganizationAuditController {
  constructor(
    private readonly listAuditEvents: ListAuditEvents,
    private readonly listAuditActions: ListAuditActions,
    private readonly verifyAuditChain: VerifyAuditChain,
    private readonly exportAuditEvents: ExportAuditEvents,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listAuditEvents',
    summary: 'List what was done and refused in an organization, newest first',
    permissions: ['audit.read'],
    description:
      'Pages and `total` reach 10,000 events. Send `next_before` as `before` to read on to the end at the same ' +
      'speed; new events do not shift what follows. Events that were sealed before `archived_until` are in the ' +
      'archive and are not listed. Logins, refused guesses, factors, devices and resets of members are listed with the ' +
      'target type `member`, without address and request. A login through the identity provider of another ' +
      'organization is not.',
    status: 200,
    answer: namedSuccess(AuditEventPage.shape, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: OrganizationAuditFilterQuery,
  ) {
    const page = await this.listAuditEvents.execute({ caller, scope: { organizationId }, request, ...toFilter(query) });
    return named(toAuditPage(page), LISTED);
  }

  @Get('actions')
  @Operation({
    id: 'listAuditActions',
    summary: 'List the actions that occur in the trail of an organization',
    permissions: ['audit.read'],
    description: 'What `action` of the list can be, in alphabetical order.',
    status: 200,
    answer: namedSuccess({ actions: AuditActions, total_count: TotalCount }, ACTIONS_LISTED),
    errors: ['FORBIDDEN'],
  })
  async actions(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const actions = await this.listAuditActions.execute(caller, { organizationId });
    return named({ actions, total_count: actions.length }, ACTIONS_LISTED);
  }

  @Get('verify')
  @Operation({
    id: 'verifyAuditChain',
    summary: 'Verify that no audit event of an organization was changed, removed or inserted',
    permissions: ['audit.read'],
    description:
      'Compares every sealed event with its seal, up to the first that does not match. Events of the last minute ' +
      'are not sealed yet. It begins after what is in the archive (`archived_until`). Callers who ask during a ' +
      'check share its result.',
    status: 200,
    answer: namedSuccess(AuditChainVerdict.shape, 'The chain is intact.'),
    errors: ['FORBIDDEN'],
  })
  async verify(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const verdict = await this.verifyAuditChain.execute(caller, { organizationId });
    return named(toVerdict(verdict), messageOf(verdict));
  }

  @Get('export')
  @Operation({
    id: 'exportAuditEvents',
    summary: 'Export the audit events of an organization as JSON lines, newest first',
    permissions: ['audit.read'],
    description:
      'Takes the filters of the list. If an export breaks off, continue with the last id as `before`. The export ' +
      'is itself an audit event.',
    status: 200,
    type: NDJSON,
    answer: AuditEvent,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Query() query: OrganizationAuditFilterQuery,
    @Res() response: Response,
  ) {
    const batches = await this.exportAuditEvents.execute({ caller, scope: { organizationId }, ...toFilter(query) });
    await sendDownload(response, {
      name: `audit-events-${organizationId}.ndjson`,
      type: NDJSON,
      parts: linesOf(batches),
    });
  }
}
