import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { problemsOfParameters } from '../parameters/ajv-parameter-definitions.js';
import { HasFewMarks, IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged } from '../../../platform/http/judged.js';
import { MayBeAbsent } from '../../../platform/http/request-validation.pipe.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { shortName } from '../../../shared/display-name.js';
import { IsWorkspaceChoice } from '../../../platform/http/workspace-choice.js';
import { keptProblems } from '../../domain/kept-in-workspace.js';
import type { GivenContent } from '../../application/admit-content.js';

export const LONGEST_TEXT = 32_000;
const LONGEST_DESCRIPTION = 4_000;
export const LONGEST_PARAMETERS = 65_536;
export const MOST_PARAMETERS = 64;
const MOST_TAGS = 20;
const MOST_DATA_SOURCES = 100;
const PLAIN_TAG = shortName(50);
const NO_TAG = {
  each: true,
  message: 'Each must have 1 to 50 characters, without control characters or spaces around it.',
};

@Judged<ReplaceTemplateBody>(({ parameters }) => problemsOfParameters(parameters))
export class ReplaceTemplateBody {
  /** Moves it to a workspace, or with null to the organization itself. It takes the permission on both sides. */
  @IsWorkspaceChoice()
  workspace_id?: number | null;

  /** @example "Rivers of a basin" */
  @IsDisplayName()
  name!: string;

  /** @example "Lists the rivers of one basin." */
  @IsString()
  @MaxLength(LONGEST_DESCRIPTION)
  @IsStorable()
  description!: string;

  /**
   * Placeholders are parameter names in double braces; `\{{` stands for a literal pair.
   * @example "Which rivers belong to the basin of the {{basin}}? Give name and length in kilometres."
   */
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  template_text!: string;

  /**
   * `name`, `type` and `required`; `description`, `default` and constraints besides.
   * @example [{"name": "basin", "type": "string", "required": true, "description": "Its name", "default": "Danube"}]
   */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  @IsArray()
  @ArrayMaxSize(MOST_PARAMETERS)
  @IsObject({ each: true })
  @IsStorableJson(LONGEST_PARAMETERS)
  parameters!: object[];

  /** @example hydrology */
  @IsDisplayName()
  category!: string;

  /** @example ["rivers", "basins"] */
  @IsArray()
  @ArrayMaxSize(MOST_TAGS)
  @IsString(NO_TAG)
  @Matches(PLAIN_TAG, NO_TAG)
  @HasFewMarks({ each: true })
  @MaxLength(50, NO_TAG)
  @ArrayUnique()
  tags!: string[];

  /**
   * Data sources of the same organization; empty for any.
   * @example [1]
   */
  @IsArray()
  @ArrayMaxSize(MOST_DATA_SOURCES)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  @ArrayUnique()
  compatible_data_source_ids!: number[];

  /**
   * Whether other organizations may read and use what is published.
   * @example false
   */
  @IsBoolean()
  is_public!: boolean;
}

@Judged<CreateTemplateBody>(({ parameters, workspace_id: workspaceId, is_public: isPublic }) => [
  ...problemsOfParameters(parameters),
  ...keptProblems(typeof workspaceId === 'number' ? workspaceId : null, isPublic === true),
])
export class CreateTemplateBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** The workspace that is to hold it; the organization itself if left out. */
  @IsWorkspaceChoice()
  workspace_id?: number | null;

  /** @example "Rivers of a basin" */
  @IsDisplayName()
  name!: string;

  /** @example "Lists the rivers of one basin." */
  @ValidateIf((body: CreateTemplateBody) => body.description !== undefined)
  @IsString()
  @MaxLength(LONGEST_DESCRIPTION)
  @IsStorable()
  description?: string;

  /**
   * Placeholders are parameter names in double braces; `\{{` stands for a literal pair.
   * @example "Which rivers belong to the basin of the {{basin}}? Give name and length in kilometres."
   */
  @IsString()
  @Length(1, LONGEST_TEXT)
  @IsStorable()
  template_text!: string;

  /**
   * `name`, `type` and `required`; `description`, `default` and constraints besides.
   * @example [{"name": "basin", "type": "string", "required": true, "description": "Its name", "default": "Danube"}]
   */
  @ApiProperty({ required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  @ValidateIf((body: CreateTemplateBody) => body.parameters !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_PARAMETERS)
  @IsObject({ each: true })
  @IsStorableJson(LONGEST_PARAMETERS)
  parameters?: object[];

  /**
   * `general` when left out.
   * @example hydrology
   */
  @ValidateIf((body: CreateTemplateBody) => body.category !== undefined)
  @IsDisplayName()
  category?: string;

  /** @example ["rivers", "basins"] */
  @ValidateIf((body: CreateTemplateBody) => body.tags !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_TAGS)
  @IsString(NO_TAG)
  @Matches(PLAIN_TAG, NO_TAG)
  @HasFewMarks({ each: true })
  @MaxLength(50, NO_TAG)
  @ArrayUnique()
  tags?: string[];

  /**
   * Data sources of the same organization; empty or left out for any.
   * @example [1]
   */
  @ValidateIf((body: CreateTemplateBody) => body.compatible_data_source_ids !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_DATA_SOURCES)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  @ArrayUnique()
  compatible_data_source_ids?: number[];

  /**
   * Whether other organizations may read and use what is published.
   * @example false
   */
  @ValidateIf((body: CreateTemplateBody) => body.is_public !== undefined)
  @IsBoolean()
  is_public?: boolean;
}

@MayBeAbsent()
export class PublishBody {
  /**
   * What is new in the version.
   * @example "The first version."
   */
  @ValidateIf((body: PublishBody) => body.message !== undefined)
  @IsString()
  @MaxLength(500)
  @IsStorable()
  message?: string;
}

export class SystemTemplateBody {
  /** @example true */
  @IsBoolean()
  is_system_template!: boolean;
}

export function givenBy(body: ReplaceTemplateBody | CreateTemplateBody): GivenContent {
  return {
    name: body.name.trim(),
    description: body.description ?? '',
    text: body.template_text,
    parameters: body.parameters ?? [],
    category: (body.category ?? 'general').trim(),
    tags: body.tags ?? [],
    compatibleDataSourceIds: body.compatible_data_source_ids ?? [],
  };
}
