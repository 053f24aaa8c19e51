import { Body, Controller, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { assertChanges } from '../../../platform/http/request-validation.pipe.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateOrganization } from '../../application/create-organization.js';
import { ListOrganizations } from '../../application/list-organizations.js';
import { ReadOrganization } from '../../application/read-organization.js';
import { UpdateOrganization } from '../../application/update-organization.js';
import { CreateOrganizationBody, UpdateOrganizationBody } from './organization.dto.js';
import { Organization, OrganizationSettings, toOrganization, toOrganizationSettings } from './organization-response.js';

@ApiTags('Organizations')
@Controller('api/v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly listOrganizations: ListOrganizations,
    private readonly createOrganization: CreateOrganization,
    private readonly readOrganization: ReadOrganization,
    private readonly updateOrganization: UpdateOrganization,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listOrganizations',
    summary: 'List the organizations you belong to; a system administrator sees all',
    description: 'Everyone who is signed in; the list is empty for those who belong to none.',
    status: 200,
    answer: namedSuccess({ organizations: listOf(Organization), pagination: Pagination }, 'Organizations listed.'),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() query: PageRequest) {
    const { items, total } = await this.listOrganizations.execute(caller, query);
    const organizations = items.map(toOrganization);
    return named({ organizations, pagination: paginationOf(query, total) }, 'Organizations listed.');
  }

  @Post()
  @Operation({
    id: 'createOrganization',
    summary: 'Create an organization with its built-in roles (system administrators)',
    description: 'If you leave out `owner_user_id`, invite an owner afterwards.',
    status: 201,
    answer: namedSuccess({ organization: Organization }, 'Organization created.', {
      organization: { id: 2, name: 'Tidal Research', domain: 'tidal.example', plan: 'professional' },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateOrganizationBody) {
    const organization = await this.createOrganization.execute({
      caller,
      name: body.name.trim(),
      domain: body.domain ?? null,
      plan: body.plan,
      ownerUserId: body.owner_user_id ?? null,
    });
    return named({ organization: toOrganization(organization) }, 'Organization created.');
  }

  @Get(':org_id')
  @Operation({
    id: 'readOrganization',
    summary: 'Read an organization',
    permissions: ['organization.read'],
    description: 'Callers who are not members get 403, whether the organization exists or not.',
    status: 200,
    answer: namedSuccess({ organization: Organization }, 'Organization found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res({ passthrough: true }) response: Response) {
    const organization = await this.readOrganization.execute(caller, organizationId);
    sendEntityTag(response, organization.version);
    return named({ organization: toOrganization(organization) }, 'Organization found.');
  }

  @Get(':org_id/settings')
  @Operation({
    id: 'readOrganizationSettings',
    summary: 'Read the settings of an organization',
    permissions: ['organization.read'],
    status: 200,
    answer: namedSuccess({ settings: OrganizationSettings }, 'Settings found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async readSettings(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const organization = await this.readOrganization.execute(caller, organizationId);
    sendEntityTag(response, organization.version);
    return named({ settings: toOrganizationSettings(organization) }, 'Settings found.');
  }

  @Patch(':org_id')
  @Versioned()
  @Operation({
    id: 'updateOrganization',
    summary: 'Change the name, domain or settings of an organization',
    permissions: ['organization.update'],
    description: 'Settings merge: what you leave out stays as it is.',
    status: 200,
    answer: namedSuccess({ organization: Organization }, 'Organization updated.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, domain, settings }: UpdateOrganizationBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const days = settings?.device_trust_days;
    const passwords = settings?.directory_passwords;
    const sources = settings?.new_data_sources;
    const resets = settings?.factor_resets;
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(domain !== undefined && { domain }),
      ...(days !== undefined && { deviceTrustDays: days }),
      ...(passwords !== undefined && { directoryPasswords: passwords }),
      ...(sources !== undefined && { newDataSources: sources }),
      ...(resets !== undefined && { factorResets: resets }),
    };
    assertChanges(change);
    const input = { caller, organizationId, change, expectedVersion };
    const organization = await this.updateOrganization.execute(input);
    sendEntityTag(response, organization.version);
    return named({ organization: toOrganization(organization) }, 'Organization updated.');
  }
}
