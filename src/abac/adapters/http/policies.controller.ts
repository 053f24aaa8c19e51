import { Controller, Get } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { OrganizationFilter } from '../../../platform/http/organization-filter.js';
import { component, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ListPolicies } from '../../application/list-policies.js';
import { POLICY_STATUSES, type Policy as StoredPolicy } from '../../domain/policy.js';

const LISTED = 'Policies listed.';

const Policy = component(
  'Policy',
  z.object({
    id,
    name: z.string(),
    status: z.enum(POLICY_STATUSES).meta({ description: '`shadow`: evaluated and noted, not applied.' }),
    organization_id: id,
    description: z.string(),
    version: z.int().min(1),
    updated_at: moment,
  }),
  {
    id: 3,
    name: 'Deletion needs a second factor',
    status: 'active',
    organization_id: 1,
    description: 'Workspaces are deleted by people who have confirmed it with their second factor.',
    version: 2,
    updated_at: '2026-11-20T09:15:00.000Z',
  },
);

@ApiTags('Access policies')
@Controller('api/v1/sso/abac/policies')
export class PoliciesController {
  constructor(private readonly listPolicies: ListPolicies) {}

  @Get()
  @ApiQuery({
    name: 'organization_id',
    required: false,
    description: 'Only those of this organization; all that the caller may see without it.',
    schema: { type: 'integer', minimum: 1 },
  })
  @Operation({
    id: 'listPolicies',
    summary: 'List access policies, by id',
    status: 200,
    answer: namedSuccess(
      {
        policies: listOf(Policy),
        total_count: z
          .int()
          .min(0)
          .meta({ examples: [1] }),
      },
      LISTED,
    ),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @OrganizationFilter() organizationId: number | null) {
    const policies = (await this.listPolicies.execute(caller, organizationId)).map(toPolicy);
    return named({ policies, total_count: policies.length }, LISTED);
  }
}

function toPolicy(policy: StoredPolicy): z.infer<typeof Policy> {
  const { id, name, status, organizationId, description, version, updatedAt } = policy;
  return {
    id,
    name,
    status,
    organization_id: organizationId,
    description,
    version,
    updated_at: updatedAt.toISOString(),
  };
}
