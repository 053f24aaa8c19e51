import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { IsText } from '../../../platform/http/checked-text.js';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { TAG_STATES } from '../../domain/column-tags.js';

const CHANGES = [...TAG_STATES, 'removed'] as const;

export class SuggestionsQuery {
  /** This schema only. */
  @IsOptional()
  @IsText(255)
  schema_name?: string;
}

class RelationBody {
  /** @example hydrology */
  @IsString()
  @Length(1, 255)
  @IsStorable()
  schema!: string;

  /** @example gauges */
  @IsString()
  @Length(1, 255)
  @IsStorable()
  relation!: string;
}

export class ColumnTagBody extends RelationBody {
  /** @example station */
  @IsString()
  @Length(1, 255)
  @IsStorable()
  column!: string;

  /** @example place */
  @Matches(/^[a-z0-9][a-z0-9._-]{0,49}$/, {
    message: 'Must be 1 to 50 lower-case letters (a to z), digits or . _ - and begin with a letter or digit.',
  })
  tag!: string;

  /** @example set */
  @IsIn(CHANGES)
  state!: (typeof CHANGES)[number];
}

export class ReviewBody extends RelationBody {
  /** @example ["id", "river_id"] */
  @IsArray()
  @ArrayMaxSize(2_000)
  @IsString({ each: true })
  @Length(1, 255, { each: true })
  @IsStorable({ each: true })
  columns!: string[];
}
