import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';

/** Text that a database could hold: no NUL, no half of a surrogate pair. */
function IsText(most: number): PropertyDecorator {
  const message = `$property must be a text of 1 to ${most} characters, without NUL`;
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && value.length <= most && !/[\0\p{Cs}]/u.test(value);
  return ValidateBy({ name: 'isText', validator: { validate, defaultMessage: () => message } });
}

function IsWhole(least: number, most: number): PropertyDecorator {
  const message = `$property must be a whole number from ${least} to ${most}`;
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return ValidateBy({ name: 'isWhole', validator: { validate, defaultMessage: () => message } });
}

function IsInsteadOf(other: string): PropertyDecorator {
  const message = `$property and ${other} exclude each other`;
  const validate = (_: unknown, given?: ValidationArguments): boolean =>
    (given?.object as Record<string, unknown> | undefined)?.[other] === undefined;
  return ValidateBy({ name: 'isInsteadOf', validator: { validate, defaultMessage: () => message } });
}

export class SamplingBody {
  /** @example "hydrology" */
  @IsText(200)
  schema_name!: string;

  /** @example "rivers" */
  @IsText(200)
  table_name!: string;

  /** @example "continent" */
  @IsText(200)
  column_name!: string;

  /**
   * Whether the language model sees a few of its values.
   * @example true
   */
  @IsBoolean()
  sampled!: boolean;
}

export class SchemaQuery {
  /** This schema only. */
  @IsOptional()
  @IsText(255)
  schema_name?: string;

  /** Text in a name or comment of a table or column, in any case. Without a match, the most similar words count. */
  @IsOptional()
  @IsText(200)
  search?: string;
}

export class ExportQuery {
  /** This schema only. */
  @IsOptional()
  @IsText(255)
  schema_name?: string;
}

export class DiffQuery {
  /** The earlier snapshot; without it the one before `to`. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsWhole(1, LARGEST_INTEGER)
  from?: string;

  /** The later snapshot; without it the current one. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsWhole(1, LARGEST_INTEGER)
  to?: string;

  /** The page, from 1; each holds the differences of 500 tables. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @IsOptional()
  @IsWhole(1, LARGEST_INTEGER)
  page?: string;
}

export class DiagramQuery extends SchemaQuery {
  /** The name of one table, drawn with the tables that foreign keys connect with it. Not together with `search`. */
  @IsOptional()
  @IsText(255)
  @IsInsteadOf('search')
  table?: string;

  /** `mermaid`: a text that Mermaid draws; `svg`: the picture. */
  @ApiPropertyOptional({ enum: ['mermaid', 'svg'], default: 'mermaid' })
  @IsOptional()
  @IsIn(['mermaid', 'svg'])
  format?: 'mermaid' | 'svg';
}

export class ContextQuery {
  /** This schema only. */
  @IsOptional()
  @IsText(255)
  schema_name?: string;

  /** The question that the tables should answer; without it, those with the most foreign keys come first. */
  @IsOptional()
  @IsText(4000)
  question?: string;

  /** How long the text may be, in tokens of a language model. */
  @ApiPropertyOptional({ type: 'integer', minimum: 100, maximum: 100_000, default: 4000 })
  @IsOptional()
  @IsWhole(100, 100_000)
  max_tokens?: string;

  /** `ddl`: as SQL; `mschema`: shorter, in the notation of M-Schema. */
  @ApiPropertyOptional({ enum: ['ddl', 'mschema'], default: 'ddl' })
  @IsOptional()
  @IsIn(['ddl', 'mschema'])
  format?: 'ddl' | 'mschema';
}
