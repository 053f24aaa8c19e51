import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { timeIn } from '../../../platform/http/is-time.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateAccessKey } from '../../application/create-access-key.js';
import { ListAccessKeys } from '../../application/list-access-keys.js';
import { RevokeAccessKey } from '../../application/revoke-access-key.js';
import { CreateAccessKeyBody } from './access-key.dto.js';
import { AccessKey, NewAccessKey, toAccessKey, toNewAccessKey } from './access-key-response.js';

const CREATED = 'Key created. Copy it now: it is shown only this once.';

@ApiTags('Keys for AI clients')
@Controller('api/v1/access-keys')
export class AccessKeysController {
  constructor(
    private readonly listAccessKeys: ListAccessKeys,
    private readonly createAccessKey: CreateAccessKey,
    private readonly revokeAccessKey: RevokeAccessKey,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listAccessKeys',
    summary: 'List your keys for AI clients with their last use, newest first',
    description: 'Only your own keys.',
    status: 200,
    answer: namedSuccess({ access_keys: listOf(AccessKey), pagination: Pagination }, 'Keys listed.'),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest) {
    const { items, total } = await this.listAccessKeys.execute('key', caller, request);
    return named({ access_keys: items.map(toAccessKey), pagination: paginationOf(request, total) }, 'Keys listed.');
  }

  @Post('', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'createAccessKey',
    summary: 'Make a key for an AI client that asks for you; it is shown only once',
    description:
      'It works only at `POST /mcp`, in one organization. It may do what you may do there at that moment, within its ' +
      'scopes. It ends when it expires or is revoked, when you leave the organization, and when your credentials change. A key that ' +
      'was made after single sign-on works as long as a session would: sign on again from time to time.',
    status: 201,
    answer: namedSuccess({ access_key: NewAccessKey }, CREATED),
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateAccessKeyBody) {
    const { key, text } = await this.createAccessKey.execute({
      caller,
      organizationId: body.organization_id,
      name: body.name.trim(),
      scopes: body.scopes,
      dataSourceIds: body.data_source_ids ?? null,
      expiresAt: timeIn(body.expires_at),
    });
    return named({ access_key: toNewAccessKey(key, text) }, CREATED);
  }

  @Delete(':access_key_id')
  @Operation({
    id: 'revokeAccessKey',
    summary: 'Revoke one of your keys; its next request is refused',
    description: 'Only your own keys.',
    status: 200,
    answer: bareSuccess(Done, 'Key revoked.'),
    errors: ['NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('access_key_id') keyId: number) {
    await this.revokeAccessKey.execute('key', caller, keyId);
    return bare({ success: true }, 'Key revoked.');
  }
}
