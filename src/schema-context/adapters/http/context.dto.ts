import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsText, IsWhole } from '../../../platform/http/checked-text.js';

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
