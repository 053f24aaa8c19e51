import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { HasFewMarks, IsDisplayName } from '../../../platform/http/display-name.js';
import { shortName } from '../../../shared/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsStorableJson } from '../../../platform/http/storable-json.js';
import { TEMPLATE_STATUSES, type TemplateStatus } from '../../domain/prompt-template.js';
import { DOCUMENT_FORMAT, DOCUMENT_VERSION, MOST_TEMPLATES, type PortableTemplate } from '../../domain/template-document.js';

const MOST_VERSIONS = 1_000;
const PLAIN = shortName(100);
const NOT_PLAIN = {
  each: true,
  message: 'Each must have 1 to 100 characters, without control characters or spaces around it.',
};
const SHA256 = /^[0-9a-f]{64}$/;

export class DocumentVersionBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  number!: number;

  /** @example "The first version." */
  @IsString()
  @MaxLength(500)
  @IsStorable()
  message!: string;

  /** @example "14eb8d4d58dfa79128078d77259ba18eab04f6b15ce4762b8216bad3d83fd4aa" */
  @Matches(SHA256, { message: 'Must be a SHA-256 digest in 64 hexadecimal digits.' })
  checksum!: string;

  /** @example "2026-11-20T10:02:11.000Z" */
  @ApiProperty({ format: 'date-time' })
  @IsISO8601({ strict: true })
  @MaxLength(35)
  published_at!: string;
}

export class DocumentTemplateBody {
  /** @example "Rivers of a basin" */
  @IsDisplayName()
  name!: string;

  /** @example "Lists the rivers of one basin." */
  @IsString()
  @MaxLength(4_000)
  @IsStorable()
  description!: string;

  /** @example "Which rivers belong to the basin of the {{basin}}? Give name and length in kilometres." */
  @IsString()
  @Length(1, 32_000)
  @IsStorable()
  template_text!: string;

  /** @example [{"name": "basin", "type": "string", "required": true, "description": "Its name", "default": "Danube"}] */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  @IsArray()
  @ArrayMaxSize(64)
  @IsObject({ each: true })
  @IsStorableJson(65_536)
  parameters!: object[];

  /** @example hydrology */
  @IsDisplayName()
  category!: string;

  /** @example ["rivers", "basins"] */
  @IsArray()
  @ArrayMaxSize(20)
  @IsString(NOT_PLAIN)
  @Matches(PLAIN, NOT_PLAIN)
  @HasFewMarks({ each: true })
  @MaxLength(50, { each: true })
  @ArrayUnique()
  tags!: string[];

  /**
   * Names, which mean those of the importing organization.
   * @example ["Rivers of the world"]
   */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString(NOT_PLAIN)
  @Matches(PLAIN, NOT_PLAIN)
  @HasFewMarks({ each: true })
  @MaxLength(100, NOT_PLAIN)
  @ArrayUnique()
  data_sources!: string[];

  /** @example published */
  @IsIn(TEMPLATE_STATUSES)
  status!: TemplateStatus;

  /**
   * SHA-256 of the content, as exported.
   * @example "14eb8d4d58dfa79128078d77259ba18eab04f6b15ce4762b8216bad3d83fd4aa"
   */
  @Matches(SHA256, { message: 'Must be a SHA-256 digest in 64 hexadecimal digits.' })
  checksum!: string;

  @IsArray()
  @ArrayMaxSize(MOST_VERSIONS)
  @ValidateNested({ each: true })
  @Type(() => DocumentVersionBody)
  versions!: DocumentVersionBody[];
}

export class DocumentBody {
  /** @example "headgate.prompt-templates" */
  @Equals(DOCUMENT_FORMAT)
  format!: string;

  /** @example 1 */
  @Equals(DOCUMENT_VERSION)
  version!: number;

  @IsArray()
  @ArrayMaxSize(MOST_TEMPLATES)
  @ValidateNested({ each: true })
  @Type(() => DocumentTemplateBody)
  templates!: DocumentTemplateBody[];
}

export class ImportBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** As exported. */
  @IsObject()
  @ValidateNested()
  @Type(() => DocumentBody)
  document!: DocumentBody;
}

export function portableOf(body: DocumentTemplateBody): PortableTemplate {
  const { name, description, template_text: text, parameters, category, tags, data_sources: dataSources } = body;
  return {
    content: { name, description, text, parameters, category, tags, dataSources },
    status: body.status,
    checksum: body.checksum,
    versions: body.versions.map(({ published_at: publishedAt, ...version }) => ({ ...version, publishedAt })),
  };
}
