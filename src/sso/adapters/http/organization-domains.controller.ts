import { Body, Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ClaimDomain } from '../../application/claim-domain.js';
import { ListDomains } from '../../application/list-domains.js';
import { SsoDomain, toSsoDomain } from './domain-response.js';
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
  @Operation({
    id: 'listSsoDomains',
    summary: 'List the domains that an organization has claimed',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ domains: listOf(SsoDomain), pagination: Pagination }, 'Domains listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listDomains.execute(caller, organizationId, request);
    return named({ domains: items.map(toSsoDomain), pagination: paginationOf(request, total) }, 'Domains listed.');
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'claimSsoDomain',
    summary: 'Claim a domain; `record` is what the DNS has to show',
    permissions: ['sso.manage'],
    description:
      'A claim has no effect until it is verified, and several organizations may claim one domain. Public ' +
      'suffixes and the domains of public mail services are refused. Claim a domain and its sub-domains one by ' +
      'one.',
    status: 201,
    answer: namedSuccess({ domain: SsoDomain }, 'Domain claimed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async claim(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Body() { domain }: ClaimDomainBody) {
    const claim = await this.claimDomain.execute({ caller, organizationId, domain });
    return named({ domain: toSsoDomain(claim) }, 'Domain claimed.');
  }
}
