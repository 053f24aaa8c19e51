import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { TAG_STATES } from '../../domain/column-tags.js';

const STORABLE = /^[^\0\p{Cs}]*$/u;
const UNSTORABLE = { message: '$property must not hold NUL or broken Unicode text.' };
const CHANGES = [...TAG_STATES, 'removed'] as const;

export class SuggestionsQuery {
  /** This schema only. */
  @IsOptional()
  @IsString()
  @Length(1, 255)
  @Matches(STORABLE, UNSTORABLE)
  schema_name?: string;
}

class RelationBody {
  /** @example hydrology */
  @IsString()
  @Length(1, 255)
  @Matches(STORABLE, UNSTORABLE)
  schema!: string;

  /** @example gauges */
  @IsString()
  @Length(1, 255)
  @Matches(STORABLE, UNSTORABLE)
  relation!: string;
}

export class ColumnTagBody extends RelationBody {
  /** @example station */
  @IsString()
  @Length(1, 255)
  @Matches(STORABLE, UNSTORABLE)
  column!: string;

  /** @example place */
  @Matches(/^[a-z0-9][a-z0-9._-]{0,49}$/, {
    message: '$property must be 1 to 50 lower-case letters (a to z), digits or . _ - and begin with a letter or digit.',
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
  @Matches(STORABLE, { each: true, ...UNSTORABLE })
  columns!: string[];
}
