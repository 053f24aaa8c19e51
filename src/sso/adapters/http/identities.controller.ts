import { Controller, Delete, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { KeptForRepeats } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { BeginOwnLink } from '../../application/begin-own-link.js';
import { ListIdentities } from '../../application/list-identities.js';
import { ListOwnIdentities } from '../../application/list-own-identities.js';
import type { IdentityRow } from '../../application/ports/identities.js';
import { UnlinkIdentity } from '../../application/unlink-identity.js';
import { IDENTITY_EXAMPLE, type IdentityResponse, toIdentityResponse } from './identity-response.js';

interface LinkStartResponse {
  readonly start_url: string;
  readonly expires_in: number;
}

type IdentityList = Success<{ identities: IdentityResponse[]; pagination: Pagination; message: string }>;

const LISTED = 'Identities listed.';
const LIST_EXAMPLE = named(
  { identities: [IDENTITY_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
  LISTED,
);
const LINK_EXAMPLE: LinkStartResponse = {
  start_url: 'https://headgate.example/api/auth/sso/1/start?link=kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  expires_in: 300,
};

@ApiTags('Single sign-on')
@Controller('api/v1')
export class IdentitiesController {
  constructor(
    private readonly listIdentities: ListIdentities,
    private readonly listOwnIdentities: ListOwnIdentities,
    private readonly unlinkIdentity: UnlinkIdentity,
    private readonly beginOwnLink: BeginOwnLink,
  ) {}

  @Get('sso/connections/:connection_id/identities')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List who logs in through a connection',
    status: 200,
    example: LIST_EXAMPLE,
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @PageParams() page: PageRequest,
  ): Promise<IdentityList> {
    const { items, total } = await this.listIdentities.execute({ caller, connectionId, page });
    return listOf(items, total, page);
  }

  @Get('me/identities')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the identity providers that you log in through',
    status: 200,
    example: LIST_EXAMPLE,
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async mine(@CurrentCaller() caller: Caller, @PageParams() page: PageRequest): Promise<IdentityList> {
    const { items, total } = await this.listOwnIdentities.execute(caller, page);
    return listOf(items, total, page);
  }

  @Post('sso/connections/:connection_id/link')
  @KeptForRepeats('nothing')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Link your account to your identity provider',
    description:
      'Send the browser to `start_url`, with a `return_to` of yours. The provider must know you under the address of your account.',
    status: 201,
    example: bare(LINK_EXAMPLE, 'Go to the identity provider.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  })
  async link(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
  ): Promise<Success<LinkStartResponse>> {
    const { startUrl, expiresIn } = await this.beginOwnLink.execute({ caller, connectionId });
    return bare({ start_url: startUrl, expires_in: expiresIn }, 'Go to the identity provider.');
  }

  @Delete('sso/identities/:identity_id')
  @RequiresStepUp()
  @Answers({
    summary: 'Unlink somebody from an identity provider; the sessions that it opened end',
    status: 200,
    example: bare({ success: true }, 'Identity unlinked.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'LAST_LOGIN_METHOD'],
  })
  async unlink(
    @CurrentCaller() caller: Caller,
    @IdParam('identity_id') identityId: number,
  ): Promise<Success<{ success: true }>> {
    await this.unlinkIdentity.execute({ caller, identityId });
    return bare({ success: true }, 'Identity unlinked.');
  }
}

function listOf(rows: readonly IdentityRow[], total: number, page: PageRequest): IdentityList {
  return named({ identities: rows.map(toIdentityResponse), pagination: paginationOf(page, total) }, LISTED);
}
