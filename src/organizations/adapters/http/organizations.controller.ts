import { Body, Controller, Get, Header, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CreateOrganization } from '../../application/create-organization.js';
import { ListOrganizations } from '../../application/list-organizations.js';
import { ReadOrganization } from '../../application/read-organization.js';
import { UpdateOrganization } from '../../application/update-organization.js';
import { CreateOrganizationBody, UpdateOrganizationBody } from './organization.dto.js';
import {
  ORGANIZATION_EXAMPLE,
  type OrganizationResponse,
  type OrganizationSettingsResponse,
  toOrganizationResponse,
  toOrganizationSettings,
} from './responses.js';

type OrganizationAnswer = Promise<Success<{ organization: OrganizationResponse; message: string }>>;

const SETTINGS_EXAMPLE: OrganizationSettingsResponse = { device_trust_days: 30, directory_passwords: 'ignore' };

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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the organizations you belong to; a system administrator sees all',
    status: 200,
    example: named(
      { organizations: [ORGANIZATION_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Organizations listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ organizations: OrganizationResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listOrganizations.execute(caller, query);
    const organizations = items.map(toOrganizationResponse);
    return named({ organizations, pagination: paginationOf(query, total) }, 'Organizations listed.');
  }

  @Post()
  @Answers({
    summary: 'Create an organization with its built-in roles (system administrators)',
    status: 201,
    example: named({ organization: ORGANIZATION_EXAMPLE }, 'Organization created.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateOrganizationBody): OrganizationAnswer {
    const organization = await this.createOrganization.execute({
      caller,
      name: body.name.trim(),
      domain: body.domain ?? null,
      plan: body.plan,
      ownerUserId: body.owner_user_id ?? null,
    });
    return named({ organization: toOrganizationResponse(organization) }, 'Organization created.');
  }

  @Get(':org_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read an organization',
    description: 'Whoever is no member gets 403, whether it exists or not.',
    status: 200,
    example: named({ organization: ORGANIZATION_EXAMPLE }, 'Organization found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ): OrganizationAnswer {
    const organization = await this.readOrganization.execute(caller, organizationId);
    sendEntityTag(response, organization.version);
    return named({ organization: toOrganizationResponse(organization) }, 'Organization found.');
  }

  @Get(':org_id/settings')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read the settings of an organization',
    status: 200,
    example: named({ settings: SETTINGS_EXAMPLE }, 'Settings found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async readSettings(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ settings: OrganizationSettingsResponse; message: string }>> {
    const organization = await this.readOrganization.execute(caller, organizationId);
    sendEntityTag(response, organization.version);
    return named({ settings: toOrganizationSettings(organization) }, 'Settings found.');
  }

  @Patch(':org_id')
  @Versioned()
  @Answers({
    summary: 'Change name, domain or settings of an organization; settings merge',
    status: 200,
    example: named({ organization: ORGANIZATION_EXAMPLE }, 'Organization updated.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'PRECONDITION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, domain, settings }: UpdateOrganizationBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): OrganizationAnswer {
    const days = settings?.device_trust_days;
    const passwords = settings?.directory_passwords;
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(domain !== undefined && { domain }),
      ...(days !== undefined && { deviceTrustDays: days }),
      ...(passwords !== undefined && { directoryPasswords: passwords }),
    };
    if (Object.keys(change).length === 0) throw new ValidationFailed([], 'Name something to change.');
    const input = { caller, organizationId, change, expectedVersion };
    const organization = await this.updateOrganization.execute(input);
    sendEntityTag(response, organization.version);
    return named({ organization: toOrganizationResponse(organization) }, 'Organization updated.');
  }
}
