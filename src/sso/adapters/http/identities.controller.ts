import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Done, Pagination, bareSuccess, component, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { BeginOwnLink } from '../../application/begin-own-link.js';
import { ListIdentities } from '../../application/list-identities.js';
import { ListOwnIdentities } from '../../application/list-own-identities.js';
import type { IdentityRow } from '../../application/ports/identities.js';
import { UnlinkIdentity } from '../../application/unlink-identity.js';
import { LinkedIdentity, toLinkedIdentity } from './identity-response.js';

const LISTED = 'Identities listed.';
const GO = 'Go to the identity provider.';
const ListedIdentities = namedSuccess({ identities: listOf(LinkedIdentity), pagination: Pagination }, LISTED);

const LinkStart = component('LinkStart', z.object({ start_url: z.string(), expires_in: z.int().meta({ description: 'Seconds.' }) }), {
  start_url: 'https://headgate.example/api/auth/sso/1/start?link=kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  expires_in: 300,
});

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
  @Operation({
    id: 'listLinkedIdentities',
    summary: 'List the people who log in through a connection',
    permissions: ['sso.read'],
    status: 200,
    answer: ListedIdentities,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number, @PageParams() page: PageRequest) {
    const { items, total } = await this.listIdentities.execute({ caller, connectionId, page });
    return listed(items, total, page);
  }

  @Get('me/identities')
  @Paged()
  @Operation({
    id: 'listOwnIdentities',
    summary: 'List the identity providers that you log in through',
    description: 'Only your own links.',
    status: 200,
    answer: ListedIdentities,
    errors: [],
  })
  async mine(@CurrentCaller() caller: Caller, @PageParams() page: PageRequest) {
    const { items, total } = await this.listOwnIdentities.execute(caller, page);
    return listed(items, total, page);
  }

  @Post('sso/connections/:connection_id/link', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'beginIdentityLink',
    summary: 'Link your account to your identity provider',
    description:
      'Send the browser to `start_url`, with one of your `return_to` addresses. The provider must know you under ' +
      'the address of your account.',
    status: 201,
    answer: bareSuccess(LinkStart, GO),
    errors: ['NOT_FOUND'],
  })
  async link(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number) {
    const { startUrl, expiresIn } = await this.beginOwnLink.execute({ caller, connectionId });
    return bare({ start_url: startUrl, expires_in: expiresIn }, GO);
  }

  @Delete('sso/identities/:identity_id')
  @RequiresStepUp('always')
  @Operation({
    id: 'unlinkIdentity',
    summary: 'Unlink a person from an identity provider; the sessions that the link opened end',
    description: 'It takes `sso.manage` in the organization of the identity provider; for your own link `organization.read` is enough.',
    status: 200,
    answer: bareSuccess(Done, 'Identity unlinked.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'LAST_LOGIN_METHOD'],
  })
  async unlink(@CurrentCaller() caller: Caller, @IdParam('identity_id') identityId: number) {
    await this.unlinkIdentity.execute({ caller, identityId });
    return bare({ success: true }, 'Identity unlinked.');
  }
}

function listed(rows: readonly IdentityRow[], total: number, page: PageRequest) {
  return named({ identities: rows.map(toLinkedIdentity), pagination: paginationOf(page, total) }, LISTED);
}
