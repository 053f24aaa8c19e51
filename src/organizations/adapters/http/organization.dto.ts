import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsLabelList } from '../../../platform/http/label-list.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import { PERMISSION_GRANTS, type PermissionGrant } from '../../../shared/permission.js';
import {
  DIRECTORY_PASSWORDS,
  type DirectoryPasswords,
  NEW_DATA_SOURCES,
  type NewDataSources,
  PLANS,
  FACTOR_RESETS,
  type FactorResets,
} from '../../domain/organization.js';

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const NO_PERMISSION = 'There is no such permission. Use one from GET /api/v1/permissions, or `*` for all.';

export class CreateOrganizationBody {
  /** @example "Tidal Research" */
  @IsDisplayName()
  name!: string;

  /**
   * In lower case.
   * @example tidal.example
   */
  @IsOptional()
  @Matches(DOMAIN, { message: 'Must be a domain name such as delta.example' })
  domain?: string | null;

  /** @example professional */
  @IsIn(PLANS)
  plan!: (typeof PLANS)[number];

  /**
   * Account of the first owner; if you leave it out, invite an owner afterwards.
   * @example 2
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  owner_user_id?: number | null;
}

export class OrganizationSettingsBody {
  /**
   * How many days members may trust a device: null for no limit, 0 for not at all.
   * @example 30
   */
  @ValidateIf((body: OrganizationSettingsBody) => body.device_trust_days !== null && body.device_trust_days !== undefined)
  @IsInt()
  @Min(0)
  @Max(365)
  device_trust_days?: number | null;

  /**
   * Passwords that the directory sends by SCIM: `ignore` keeps none and mails the person the link to choose one; `accept` takes them for
   * addresses in verified domains and refuses weak ones.
   * @example ignore
   */
  @ValidateIf((body: OrganizationSettingsBody) => body.directory_passwords !== undefined)
  @IsIn(DIRECTORY_PASSWORDS)
  directory_passwords?: DirectoryPasswords;

  /**
   * `closed`: nobody reads a data source that is registered or pointed elsewhere from then on until a person with `abac.grant` opens it.
   * Changing it needs `abac.grant`.
   * @example open
   */
  @ValidateIf((body: OrganizationSettingsBody) => body.new_data_sources !== undefined)
  @IsIn(NEW_DATA_SOURCES)
  new_data_sources?: NewDataSources;

  /**
   * `needs_approval`: an owner who did not ask for it must approve before the second factors of a member are removed. Going back to
   * `direct` needs such an approval too, unless there is no other owner.
   * @example direct
   */
  @ValidateIf((body: OrganizationSettingsBody) => body.factor_resets !== undefined)
  @IsIn(FACTOR_RESETS)
  factor_resets?: FactorResets;
}

@ChangesSomething()
export class UpdateOrganizationBody {
  /** @example "Delta Analytics" */
  @ValidateIf((body: UpdateOrganizationBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  /**
   * null removes it.
   * @example delta.example
   */
  @IsOptional()
  @Matches(DOMAIN, { message: 'Must be a domain name such as delta.example' })
  domain?: string | null;

  @ValidateIf((body: UpdateOrganizationBody) => body.settings !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => OrganizationSettingsBody)
  settings?: OrganizationSettingsBody;
}

export class MemberRoleBody {
  /** @example 3 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id!: number;
}

export class WorkspaceMemberBody {
  /** @example 4 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  user_id!: number;

  /**
   * The default role of the workspace when left out.
   * @example 3
   */
  @ValidateIf((body: WorkspaceMemberBody) => body.role_id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id?: number;
}

export class CreateRoleBody {
  /** @example Analyst */
  @IsDisplayName()
  name!: string;

  /**
   * From `GET /api/v1/permissions`, or `*` for all.
   * @example ["workspace.read", "query.run"]
   */
  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(PERMISSION_GRANTS, { each: true, message: NO_PERMISSION })
  permissions!: PermissionGrant[];
}

@ChangesSomething()
export class UpdateRoleBody {
  /** @example "River analyst" */
  @ValidateIf((body: UpdateRoleBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  /** @example ["workspace.read"] */
  @ValidateIf((body: UpdateRoleBody) => body.permissions !== undefined)
  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(PERMISSION_GRANTS, { each: true, message: NO_PERMISSION })
  permissions?: PermissionGrant[];
}

export class WorkspaceSettingsBody {
  /** @example false */
  @ValidateIf((body: WorkspaceSettingsBody) => body.allow_public_access !== undefined)
  @IsBoolean()
  allow_public_access?: boolean;

  /**
   * The role of people for whom no role is named: when they are added, or mapped from a group.
   * @example 4
   */
  @ValidateIf((body: WorkspaceSettingsBody) => body.default_role_id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  default_role_id?: number;

  /**
   * Any data that a client keeps there; replaced as a whole.
   * @example { "theme": "river" }
   */
  @ValidateIf((body: WorkspaceSettingsBody) => body.custom_settings !== undefined)
  @IsObject()
  @IsStorableJson()
  custom_settings?: Record<string, unknown>;
}

export class CreateWorkspaceBody {
  /** @example "Flood warning" */
  @IsDisplayName()
  name!: string;

  @ValidateIf((body: CreateWorkspaceBody) => body.settings !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => WorkspaceSettingsBody)
  settings?: WorkspaceSettingsBody;

  /**
   * By these labels access policies recognise the workspace; setting them needs `abac.grant`.
   * @example ["restricted"]
   */
  @ValidateIf((body: CreateWorkspaceBody) => body.labels !== undefined)
  @IsLabelList()
  labels?: string[];
}

@ChangesSomething()
export class UpdateWorkspaceBody {
  /** @example Hydrology */
  @ValidateIf((body: UpdateWorkspaceBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  @ValidateIf((body: UpdateWorkspaceBody) => body.settings !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => WorkspaceSettingsBody)
  settings?: WorkspaceSettingsBody;

  /**
   * Replaces the labels by which access policies recognise the workspace; changing them needs `abac.grant`. When left out, they stay.
   * @example ["restricted"]
   */
  @ValidateIf((body: UpdateWorkspaceBody) => body.labels !== undefined)
  @IsLabelList()
  labels?: string[];
}
