import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Done, bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadDomain } from '../../application/read-domain.js';
import { ReleaseDomain } from '../../application/release-domain.js';
import { RouteDomain } from '../../application/route-domain.js';
import { VerifyDomain } from '../../application/verify-domain.js';
import { type ClaimedDomain, versionOf } from '../../domain/claimed-domain.js';
import { SsoDomain, toSsoDomain } from './domain-response.js';
import { RouteDomainBody } from './domain.dto.js';

/** For the examples. */
const VERIFIED = {
  status: 'verified',
  verified_at: '2026-11-20T09:30:00.000Z',
  checked_at: '2026-11-20T09:30:00.000Z',
} as const;

@ApiTags('Single sign-on')
@Controller('api/v1/sso/domains/:domain_id')
export class DomainsController {
  constructor(
    private readonly readDomain: ReadDomain,
    private readonly routeDomain: RouteDomain,
    private readonly verifyDomain: VerifyDomain,
    private readonly releaseDomain: ReleaseDomain,
  ) {}

  @Get()
  @Operation({
    id: 'readSsoDomain',
    summary: 'Read a claimed domain',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ domain: SsoDomain }, 'Domain found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('domain_id') domainId: number, @Res({ passthrough: true }) response: Response) {
    return answerWith(response, await this.readDomain.execute(caller, domainId), 'Domain found.');
  }

  @Patch()
  @RequiresStepUp()
  @Versioned()
  @Operation({
    id: 'routeSsoDomain',
    summary: 'Choose the connection through which people of the domain log in',
    permissions: ['sso.manage'],
    status: 200,
    answer: namedSuccess({ domain: SsoDomain }, 'Domain updated.', { domain: { ...VERIFIED, connection_id: 3, version: 3 } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONNECTION_REQUIRED'],
  })
  async route(
    @CurrentCaller() caller: Caller,
    @IdParam('domain_id') domainId: number,
    @Body() { connection_id: connectionId }: RouteDomainBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const claim = await this.routeDomain.execute({ caller, domainId, connectionId, expectedVersion });
    return answerWith(response, claim, 'Domain updated.');
  }

  @Post('verify')
  @RequiresStepUp()
  @Operation({
    id: 'verifySsoDomain',
    summary: 'Ask the DNS now whether it shows the record',
    permissions: ['sso.manage'],
    description:
      'Keep the record: it is checked each day. If another organization has the domain and its record is still ' +
      'there, that one keeps it and gets a mail.',
    status: 200,
    answer: namedSuccess({ domain: SsoDomain }, 'Domain verified.', { domain: VERIFIED }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_NOT_VERIFIED', 'DOMAIN_TAKEN', 'RATE_LIMITED'],
  })
  async verify(@CurrentCaller() caller: Caller, @IdParam('domain_id') domainId: number) {
    return named({ domain: toSsoDomain(await this.verifyDomain.execute(caller, domainId)) }, 'Domain verified.');
  }

  @Delete()
  @RequiresStepUp()
  @Versioned()
  @Operation({
    id: 'releaseSsoDomain',
    summary: 'Release a domain; its addresses link no new people',
    permissions: ['sso.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Domain released.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DOMAIN_REQUIRED'],
  })
  async release(
    @CurrentCaller() caller: Caller,
    @IdParam('domain_id') domainId: number,
    @ExpectedVersion() expectedVersion: number | null,
  ) {
    await this.releaseDomain.execute({ caller, domainId, expectedVersion });
    return bare({ success: true }, 'Domain released.');
  }
}

function answerWith(response: Response, claim: ClaimedDomain, message: string) {
  sendEntityTag(response, versionOf(claim));
  return named({ domain: toSsoDomain(claim) }, message);
}
