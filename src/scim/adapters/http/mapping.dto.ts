import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsUUID, Max, Min, ValidateNested } from 'class-validator';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { faultsOfMappings } from '../../../shared/group-mapping.js';

const MOST_MAPPINGS = 500;

export class GroupMappingBody {
  /**
   * `id` of a SCIM group of the organization.
   * @example e9e30dba-f08f-4109-8486-d5c6a331660a
   */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsUUID('all')
  group_id!: string;

  /**
   * The role of everyone in the group; not the role of owners, which is only given by hand. If it is left out or null, the group
   * gives what is the default role of the workspace now; later changes of that default do not count.
   * @example 3
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id?: number | null;

  /**
   * The workspace in which it is given; without it, or with null, it is given in the organization.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  workspace_id?: number | null;
}

@Judged<ScimMappingBody>(({ mappings }) => faultsOfMappings(Array.isArray(mappings) ? mappings.map(placeOf) : []))
export class ScimMappingBody {
  /**
   * The role of people who leave the last group that gave them one; without it, or with null, the built-in viewer.
   * @example 4
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  default_role_id?: number | null;

  /**
   * The first that matches gives the role. Read the ids of groups by `GET /api/v1/organizations/{org_id}/scim-groups`.
   */
  @IsArray()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => GroupMappingBody)
  mappings!: GroupMappingBody[];
}

function placeOf(mapping: unknown) {
  const { group_id: groupId, role_id: roleId, workspace_id: workspaceId } = membersOf(mapping);
  return { groupId: typeof groupId === 'string' ? groupId.toLowerCase() : groupId, roleId, workspaceId };
}
