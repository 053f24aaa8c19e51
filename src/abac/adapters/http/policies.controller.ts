import { Controller, Get, Header } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { OrganizationFilter } from '../../../platform/http/organization-filter.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListPolicies } from '../../application/list-policies.js';
import type { Policy, PolicyStatus } from '../../domain/policy.js';

interface PolicyResponse {
  readonly id: number;
  readonly name: string;
  readonly status: PolicyStatus;
  readonly organization_id: number;
  readonly description: string;
  readonly version: number;
  readonly updated_at: string;
}

interface PoliciesResponse {
  readonly policies: readonly PolicyResponse[];
  readonly total_count: number;
  readonly pagination: Pagination;
}

const LISTED = 'Policies listed.';

const EXAMPLE: PoliciesResponse = {
  policies: [
    {
      id: 3,
      name: 'Deletion needs a second factor',
      status: 'active',
      organization_id: 1,
      description: 'Workspaces are deleted by people who have confirmed it with their second factor.',
      version: 2,
      updated_at: '2026-11-20T09:15:00.000Z',
    },
  ],
  total_count: 1,
  pagination: paginationOf({ page: 1, limit: 10 }, 1),
};

@ApiTags('Access policies')
@Controller('api/v1/sso/abac/policies')
export class PoliciesController {
  constructor(private readonly listPolicies: ListPolicies) {}

  @Get()
  @Paged()
  @ApiQuery({
    name: 'organization_id',
    required: false,
    description: 'Only those of this organization; all that the caller may see without it.',
    schema: { type: 'integer', minimum: 1 },
  })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List access policies, by id',
    status: 200,
    example: named(EXAMPLE, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'SSO_REQUIRED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @PageParams() request: PageRequest,
  ): Promise<Success<PoliciesResponse & { message: string }>> {
    const { items, total } = await this.listPolicies.execute(caller, organizationId, request);
    const pagination = paginationOf(request, total);
    return named({ policies: items.map(toResponse), total_count: total, pagination }, LISTED);
  }
}

function toResponse({ id, name, status, organizationId, description, version, updatedAt }: Policy): PolicyResponse {
  const updated_at = updatedAt.toISOString();
  return { id, name, status, organization_id: organizationId, description, version, updated_at };
}
