import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsUUID, Max, Min, ValidateNested } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';

const MOST_MAPPINGS = 500;

export class GroupMappingBody {
  /** `id` of a SCIM group of the organization. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsUUID('all')
  group_id!: string;

  /** What everybody in the group gets; not the role of the owners, who are made by hand only. */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  role_id!: number;

  /** The workspace it is given in; in the organization when null or left out. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  workspace_id?: number | null;
}

export class ScimMappingBody {
  /** For whoever leaves the last group that gave a role; the built-in viewer when null or left out. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  default_role_id?: number | null;

  /** The first that fits gives the role. */
  @IsArray()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => GroupMappingBody)
  mappings!: GroupMappingBody[];
}
