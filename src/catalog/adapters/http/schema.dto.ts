import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { IsText, IsWhole } from '../../../platform/http/checked-text.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';

function IsInsteadOf(other: string): PropertyDecorator {
  const validate = (_: unknown, given?: ValidationArguments): boolean =>
    (given?.object as Record<string, unknown> | undefined)?.[other] === undefined;
  return ValidateBy({
    name: 'isInsteadOf',
    constraints: [other],
    validator: { validate, defaultMessage: () => 'Send either this or $constraint1' },
  });
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
