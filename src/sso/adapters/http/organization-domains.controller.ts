import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ClaimDomain } from '../../application/claim-domain.js';
import { ListDomains } from '../../application/list-domains.js';
import { DOMAIN_EXAMPLE, type DomainResponse, toDomainResponse } from './domain-response.js';
import { ClaimDomainBody } from './domain.dto.js';

@ApiTags('Single sign-on')
@Controller('api/v1/organizations/:org_id/sso/domains')
export class OrganizationDomainsController {
  constructor(
    private readonly listDomains: ListDomains,
    private readonly claimDomain: ClaimDomain,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the domains that an organization has claimed',
    status: 200,
    example: named(
      { domains: [DOMAIN_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Domains listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ domains: DomainResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listDomains.execute(caller, organizationId, request);
    return named({ domains: items.map(toDomainResponse), pagination: paginationOf(request, total) }, 'Domains listed.');
  }

  @Post()
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Claim a domain; `record` is what the DNS has to show',
    description:
      'A claim counts for nothing until it is verified, and several organizations may claim one domain. Public suffixes and the ' +
      'domains of public mail services are refused. A domain and its sub-domains are claimed one by one.',
    status: 201,
    example: named({ domain: DOMAIN_EXAMPLE }, 'Domain claimed.'),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async claim(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { domain }: ClaimDomainBody,
  ): Promise<Success<{ domain: DomainResponse; message: string }>> {
    const claim = await this.claimDomain.execute({ caller, organizationId, domain });
    return named({ domain: toDomainResponse(claim) }, 'Domain claimed.');
  }
}
