import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { AddServiceKey } from '../../application/add-service-key.js';
import { DeleteServiceKey } from '../../application/delete-service-key.js';
import { ListServiceKeys } from '../../application/list-service-keys.js';
import { PutServiceKeyInUse } from '../../application/put-service-key-in-use.js';
import { SsoServiceKey, toServiceKey } from './service-key-response.js';

@ApiTags('Single sign-on')
@Controller('api/v1/sso/connections/:connection_id/keys')
export class ServiceKeysController {
  constructor(
    private readonly listServiceKeys: ListServiceKeys,
    private readonly addServiceKey: AddServiceKey,
    private readonly putServiceKeyInUse: PutServiceKeyInUse,
    private readonly deleteServiceKey: DeleteServiceKey,
  ) {}

  @Get()
  @Operation({
    id: 'listSsoServiceKeys',
    summary: 'List the keys of this service for a connection, the oldest first',
    permissions: ['sso.read'],
    description:
      'The current one signs: requests of SAML, if `signs_requests` is true, and assertions of `private_key_jwt`. Each decrypts. The first one is made ' +
      'when the configuration asks for it.',
    status: 200,
    answer: namedSuccess({ keys: listOf(SsoServiceKey), total_count: TotalCount }, 'Keys listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number) {
    const keys = await this.listServiceKeys.execute(caller, connectionId);
    return named({ keys: keys.map(toServiceKey), total_count: keys.length }, 'Keys listed.');
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'addSsoServiceKey',
    summary: 'Make another key, which is published at once and signs when it is put in use',
    permissions: ['sso.manage'],
    description: 'The first one of a connection signs at once. A connection can have three.',
    status: 201,
    answer: namedSuccess({ key: SsoServiceKey }, 'Key added.', { key: { is_current: false } }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async add(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number) {
    const key = await this.addServiceKey.execute(caller, connectionId);
    return named({ key: toServiceKey(key) }, 'Key added.');
  }

  @Post(':key_id/use')
  @RequiresStepUp()
  @Operation({
    id: 'useSsoServiceKey',
    summary: 'Sign with this key from now on',
    permissions: ['sso.manage'],
    description: 'First give the key to the provider: it refuses signatures of unknown keys. The previous key stays published.',
    status: 200,
    answer: namedSuccess({ key: SsoServiceKey }, 'Key in use.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async use(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number, @IdParam('key_id') keyId: number) {
    const key = await this.putServiceKeyInUse.execute({ caller, connectionId, keyId });
    return named({ key: toServiceKey(key) }, 'Key in use.');
  }

  @Delete(':key_id')
  @RequiresStepUp()
  @Operation({
    id: 'deleteSsoServiceKey',
    summary: 'Delete a key that does not sign',
    permissions: ['sso.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Key deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number, @IdParam('key_id') keyId: number) {
    await this.deleteServiceKey.execute({ caller, connectionId, keyId });
    return bare({ success: true }, 'Key deleted.');
  }
}
