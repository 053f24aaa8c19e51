import { Body, Controller, Delete, Get, Header, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { ReadDomain } from '../../application/read-domain.js';
import { ReleaseDomain } from '../../application/release-domain.js';
import { RouteDomain } from '../../application/route-domain.js';
import { VerifyDomain } from '../../application/verify-domain.js';
import { DOMAIN_EXAMPLE, type DomainResponse, toDomainResponse } from './domain-response.js';
import { RouteDomainBody } from './domain.dto.js';

type DomainAnswer = Promise<Success<{ domain: DomainResponse; message: string }>>;

const VERIFIED = { ...DOMAIN_EXAMPLE, status: 'verified', verified_at: '2026-11-20T09:40:00.000Z' };
const ALWAYS = ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'] as const;

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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read a claimed domain',
    status: 200,
    example: named({ domain: DOMAIN_EXAMPLE }, 'Domain found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('domain_id') domainId: number): DomainAnswer {
    return named({ domain: toDomainResponse(await this.readDomain.execute(caller, domainId)) }, 'Domain found.');
  }

  @Patch()
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Say through which connection people of the domain log in',
    status: 200,
    example: named({ domain: { ...VERIFIED, connection_id: 3 } }, 'Domain updated.'),
    errors: [...ALWAYS, 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
  })
  async route(
    @CurrentCaller() caller: Caller,
    @IdParam('domain_id') domainId: number,
    @Body() { connection_id: connectionId }: RouteDomainBody,
  ): DomainAnswer {
    if (connectionId === undefined) throw new ValidationFailed([], 'Name something to change.');
    const claim = await this.routeDomain.execute(caller, domainId, connectionId);
    return named({ domain: toDomainResponse(claim) }, 'Domain updated.');
  }

  @Post('verify')
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Ask the DNS now whether it shows the record',
    description:
      'The record has to stay: it is looked for each day. Another organization that shows the domain still keeps it, and is told.',
    status: 200,
    example: named({ domain: VERIFIED }, 'Domain verified.'),
    errors: [...ALWAYS, 'DOMAIN_NOT_VERIFIED', 'DOMAIN_TAKEN', 'RATE_LIMITED'],
  })
  async verify(@CurrentCaller() caller: Caller, @IdParam('domain_id') domainId: number): DomainAnswer {
    return named({ domain: toDomainResponse(await this.verifyDomain.execute(caller, domainId)) }, 'Domain verified.');
  }

  @Delete()
  @RequiresStepUp()
  @Answers({
    summary: 'Release a domain; nobody new is linked by its addresses',
    status: 200,
    example: bare({ success: true }, 'Domain released.'),
    errors: ALWAYS,
  })
  async release(
    @CurrentCaller() caller: Caller,
    @IdParam('domain_id') domainId: number,
  ): Promise<Success<{ success: true }>> {
    await this.releaseDomain.execute(caller, domainId);
    return bare({ success: true }, 'Domain released.');
  }
}
