import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import type { FieldError } from '../../../shared/domain-error.js';
import { ALL_PERMISSIONS, type Permission } from '../../../shared/permission.js';
import { EXPECTATIONS, type Example, MOST_EXAMPLES, RESOURCE_TYPES, problemsOfExample } from '../../domain/example.js';
import { LONGEST_TEXT } from '../../domain/policy.js';

export class ExampleResourceBody {
  /** @example Workspace */
  @IsIn(RESOURCE_TYPES)
  type!: (typeof RESOURCE_TYPES)[number];

  /** @example 7 */
  @ValidateIf((body: ExampleResourceBody) => body.id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  id?: number;

  /** @example ["restricted"] */
  @ValidateIf((body: ExampleResourceBody) => body.labels !== undefined)
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  @IsStorable({ each: true })
  labels?: string[];
}

export class PolicyExampleBody {
  /** @example "A trusted device" */
  @IsDisplayName()
  name!: string;

  /** @example allowed */
  @IsIn(EXPECTATIONS)
  expected!: (typeof EXPECTATIONS)[number];

  /** @example workspace.read */
  @IsIn(ALL_PERMISSIONS)
  action!: Permission;

  @ApiProperty({ type: ExampleResourceBody })
  @IsObject()
  @ValidateNested()
  @Type(() => ExampleResourceBody)
  resource!: ExampleResourceBody;

  /**
   * Attributes of the person that differ from the usual ones, `own` and `userId` among them.
   * @example { "roles": ["viewer"] }
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  @Transform(({ obj }: { obj: { principal?: unknown } }) => obj.principal)
  @ValidateIf((body: PolicyExampleBody) => body.principal !== undefined)
  @IsObject()
  @IsStorableJson(4_000)
  principal?: Record<string, unknown>;

  /**
   * Attributes of the session and the request that differ from the usual ones.
   * @example { "deviceTrusted": true }
   */
  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  @Transform(({ obj }: { obj: { context?: unknown } }) => obj.context)
  @ValidateIf((body: PolicyExampleBody) => body.context !== undefined)
  @IsObject()
  @IsStorableJson(4_000)
  context?: Record<string, unknown>;
}

/** What a version says. */
@Judged<PolicyVersionBody>(({ examples }) => (Array.isArray(examples) ? examples.flatMap(problemsIn) : []))
export class PolicyVersionBody {
  /** One policy in the language of Cedar. It applies to this organization alone, whatever it says. */
  @ApiProperty({
    example:
      'forbid (principal, action, resource is Workspace) when { resource.labels.contains("restricted") } unless { context.deviceTrusted };',
  })
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  text!: string;

  /** Requests, each with the decision that the version must make before it may be in force. */
  @ApiProperty({ required: false, type: [PolicyExampleBody] })
  @ValidateIf((body: PolicyVersionBody) => body.examples !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_EXAMPLES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => PolicyExampleBody)
  examples?: PolicyExampleBody[];
}

class PolicyOfOrganizationBody extends PolicyVersionBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;
}

export class ValidatePolicyBody extends PolicyOfOrganizationBody {
  /** The policy whose active version the text would replace. */
  @ValidateIf((body: ValidatePolicyBody) => body.replaces_policy_id !== undefined)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  replaces_policy_id?: number;
}

export class PolicyBody extends PolicyOfOrganizationBody {
  /** @example "Restricted workspaces" */
  @IsDisplayName()
  name!: string;

  /** @example "Only from a trusted device." */
  @ValidateIf((body: PolicyBody) => body.description !== undefined)
  @IsString()
  @MaxLength(1_000)
  @IsStorable()
  description?: string;
}

/** Attributes that exist, of their types; what is no example yet is told by its class. */
function problemsIn(given: unknown, index: number): readonly FieldError[] {
  const { name, expected, action, resource, principal = {}, context = {} } = membersOf(given) as unknown as PolicyExampleBody;
  const isKnown =
    ALL_PERMISSIONS.includes(action) && RESOURCE_TYPES.includes(membersOf(resource)['type'] as (typeof RESOURCE_TYPES)[number]);
  if (!isKnown) return [];
  return problemsOfExample({ name, expected, action, resource, principal: membersOf(principal), context: membersOf(context) }, index);
}

export function examplesOf(bodies: readonly PolicyExampleBody[] = []): Example[] {
  return bodies.map(({ name, expected, action, resource, principal = {}, context = {} }) => ({
    name,
    expected,
    action,
    principal,
    context,
    resource: {
      type: resource.type,
      ...(resource.id !== undefined && { id: resource.id }),
      ...(resource.labels !== undefined && { labels: resource.labels }),
    },
  }));
}
