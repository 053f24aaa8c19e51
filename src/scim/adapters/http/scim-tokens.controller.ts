import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { timeOf } from '../../../platform/http/is-time.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ApproveScimToken } from '../../application/approve-scim-token.js';
import { IssueScimToken } from '../../application/issue-scim-token.js';
import { ListScimTokens } from '../../application/list-scim-tokens.js';
import { RevokeScimToken } from '../../application/revoke-scim-token.js';
import { RotateScimToken } from '../../application/rotate-scim-token.js';
import { SCIM_SCOPES } from '../../domain/provisioner.js';
import { ApproveScimTokenBody, IssueScimTokenBody, RotateScimTokenBody } from './scim-token.dto.js';
import { NewScimToken, ScimToken, toNewScimToken, toScimToken } from './scim-token-response.js';

const ISSUED = 'Provisioning token issued. It is shown only once.';
const ROTATED = 'Provisioning token replaced. The new one is shown only once.';
const APPROVED = 'Provisioning token approved.';
/** Asks an owner for what they have left out. */
const APPROVE_IT = 'When its issuer leaves, the token keeps only what an owner has approved: send `approved_up_to`, or approve it later.';
const OVERLAP_HOURS = 24;

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/scim-tokens')
export class ScimTokensController {
  constructor(
    private readonly listScimTokens: ListScimTokens,
    private readonly issueScimToken: IssueScimToken,
    private readonly rotateScimToken: RotateScimToken,
    private readonly approveScimToken: ApproveScimToken,
    private readonly revokeScimToken: RevokeScimToken,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listScimTokens',
    summary: 'List the provisioning tokens of an organization, newest first, with when and from where each was last used',
    permissions: ['scim.manage'],
    status: 200,
    answer: namedSuccess({ scim_tokens: listOf(ScimToken), pagination: Pagination }, 'Tokens listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listScimTokens.execute(caller, organizationId, request);
    const pagination = paginationOf(request, total);
    return named({ scim_tokens: items.map(toScimToken), pagination }, 'Tokens listed.');
  }

  @Post('', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'issueScimToken',
    summary: 'Issue a token for a system that provisions accounts; it is shown this once',
    permissions: ['scim.manage'],
    description:
      'Several are valid at once, 20 at most. A token may do what its issuer may do at that moment. An owner may approve it ' +
      '(`approved_up_to`), so that it goes on when its issuer leaves.',
    status: 201,
    answer: namedSuccess({ scim_token: NewScimToken }, ISSUED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async issue(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Body() body: IssueScimTokenBody) {
    const { token, text } = await this.issueScimToken.execute({
      caller,
      organizationId,
      name: body.name.trim(),
      scopes: body.scopes ?? SCIM_SCOPES,
      expiresAt: timeIn(body.expires_at),
      approvedUpTo: body.approved_up_to ?? null,
    });
    return named({ scim_token: toNewScimToken(token, text) }, sayingOf(token, ISSUED));
  }

  @Post(':token_id/rotate', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'rotateScimToken',
    summary: 'Replace a provisioning token; the old one stays valid for an overlap',
    permissions: ['scim.manage'],
    description: `Without \`overlap_hours\` for ${OVERLAP_HOURS} hours. The new token has the name and scopes of the old one, and its approval where an owner rotates it.`,
    status: 201,
    answer: namedSuccess({ scim_token: NewScimToken, previous: z.object({ id, valid_until: moment.nullable() }) }, ROTATED, {
      scim_token: { id: 8 },
      previous: { id: 7, valid_until: '2026-11-21T09:15:00.000Z' },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async rotate(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('token_id') tokenId: number,
    @Body() body: RotateScimTokenBody,
  ) {
    const { token, text, previous } = await this.rotateScimToken.execute({
      caller,
      organizationId,
      tokenId,
      overlapHours: body.overlap_hours ?? OVERLAP_HOURS,
      expiresAt: timeIn(body.expires_at),
      approvedUpTo: body.approved_up_to ?? null,
    });
    const old = { id: previous.id, valid_until: previous.expiresAt?.toISOString() ?? null };
    return named({ scim_token: toNewScimToken(token, text), previous: old }, sayingOf(token, ROTATED));
  }

  @Post(':token_id/approve')
  @RequiresStepUp()
  @Operation({
    id: 'approveScimToken',
    summary: 'Approve what a provisioning token may do (owners)',
    permissions: ['scim.manage'],
    description:
      'Replaces an earlier approval. It counts for giving roles, and for changing passwords and addresses, as ' +
      'long as the person who approved it is an owner. After that, the token can still suspend and remove people ' +
      'whom the directory created.',
    status: 200,
    answer: namedSuccess({ scim_token: ScimToken }, APPROVED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async approve(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('token_id') tokenId: number,
    @Body() body: ApproveScimTokenBody,
  ) {
    const token = await this.approveScimToken.execute({ caller, organizationId, tokenId, upTo: body.up_to });
    return named({ scim_token: toScimToken(token) }, APPROVED);
  }

  @Delete(':token_id')
  @RequiresStepUp()
  @Operation({
    id: 'revokeScimToken',
    summary: 'Revoke a provisioning token; its next request is refused',
    permissions: ['scim.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Provisioning token revoked.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('token_id') tokenId: number) {
    await this.revokeScimToken.execute({ caller, organizationId, tokenId });
    return bare({ success: true }, 'Provisioning token revoked.');
  }
}

function sayingOf({ approval }: { readonly approval: unknown }, message: string): string {
  return approval === null ? `${message} ${APPROVE_IT}` : message;
}

function timeIn(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : timeOf(text);
}
