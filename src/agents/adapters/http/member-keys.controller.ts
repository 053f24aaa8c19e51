import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { AllowKeys } from '../../application/allow-keys.js';
import { ListMemberKeys } from '../../application/list-member-keys.js';
import { RevokeAccessKey } from '../../application/revoke-access-key.js';
import { AllowAccessKeysBody } from './access-key.dto.js';
import { AccessKeyRules, MemberAccessKey, toMemberAccessKey } from './access-key-response.js';

@ApiTags('Keys for AI clients')
@Controller('api/v1/organizations/:org_id')
export class MemberKeysController {
  constructor(
    private readonly listMemberKeys: ListMemberKeys,
    private readonly revokeAccessKey: RevokeAccessKey,
    private readonly allowKeys: AllowKeys,
  ) {}

  @Get('access-keys')
  @Paged()
  @Operation({
    id: 'listMemberAccessKeys',
    summary: 'List the keys for AI clients of all members, newest first',
    permissions: ['member.security.read'],
    status: 200,
    answer: namedSuccess({ access_keys: listOf(MemberAccessKey), pagination: Pagination }, 'Keys listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listMemberKeys.execute('key', caller, organizationId, request);
    const pagination = paginationOf(request, total);
    return named({ access_keys: items.map(toMemberAccessKey), pagination }, 'Keys listed.');
  }

  @Delete('access-keys/:access_key_id')
  @RequiresStepUp()
  @Operation({
    id: 'revokeMemberAccessKey',
    summary: 'Revoke a key of a member; its next request is refused',
    permissions: ['member.remove'],
    status: 200,
    answer: bareSuccess(Done, 'Key revoked.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('access_key_id') keyId: number) {
    await this.revokeAccessKey.ofMember('key', caller, organizationId, keyId);
    return bare({ success: true }, 'Key revoked.');
  }

  @Get('access-key-rules')
  @Operation({
    id: 'readAccessKeyRules',
    summary: 'Read whether members may use keys for AI clients',
    permissions: ['organization.read'],
    status: 200,
    answer: namedSuccess({ access_key_rules: AccessKeyRules }, 'Rules found.'),
    errors: ['FORBIDDEN'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const allowed = await this.allowKeys.read(caller, organizationId);
    return named({ access_key_rules: { allowed } }, 'Rules found.');
  }

  @Put('access-key-rules')
  @RequiresStepUp()
  @Operation({
    id: 'replaceAccessKeyRules',
    summary: 'Let members use keys for AI clients, or switch all of them off',
    permissions: ['organization.update'],
    description: 'While keys are off, no key works and no one can make one. Once they are on again, keys that are still valid work again.',
    status: 200,
    answer: namedSuccess({ access_key_rules: AccessKeyRules }, 'Rules changed.'),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED'],
  })
  async replace(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Body() { allowed }: AllowAccessKeysBody) {
    await this.allowKeys.execute(caller, organizationId, allowed);
    return named({ access_key_rules: { allowed } }, 'Rules changed.');
  }
}
