import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { faultsOfMappings } from '../../../shared/group-mapping.js';
import { ABSENT_GROUPS, type GroupMappingOfConnection } from '../../domain/claimed-groups.js';
import { IfNamed, IsPlainText } from './plain-text.js';

const MOST_MAPPINGS = 500;

export class ClaimedGroupBody {
  /**
   * The group, exactly as the provider sends it: Microsoft Entra ID sends object ids, Keycloak paths such as `/analysts`.
   * @example Analysts
   */
  @IsPlainText(255)
  group!: string;

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

@Judged<SsoGroupMappingBody>(({ mappings }) => faultsOfMappings(Array.isArray(mappings) ? mappings.map(placeOf) : []))
export class SsoGroupMappingBody {
  /** The first that matches gives the role. */
  @IsArray()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => ClaimedGroupBody)
  mappings!: ClaimedGroupBody[];

  /**
   * What an answer without any groups means: `keep` changes nothing, `none` takes away what groups gave. Use `none` only if the provider
   * leaves the claim out for people without groups, as Okta and AD FS do.
   * @example keep
   */
  @IfNamed()
  @IsIn(ABSENT_GROUPS)
  absent_groups?: GroupMappingOfConnection['absentGroups'];
}

function placeOf(mapping: unknown) {
  const { group: groupId, role_id: roleId, workspace_id: workspaceId } = membersOf(mapping);
  return { groupId, roleId, workspaceId };
}
