import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { LONGEST_STATEMENT } from '../../../engines/sql-guard/judgement.js';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { MARKS } from '../../domain/chart.js';
import type { SavedContent } from '../../domain/saved-question.js';

const LONGEST_COLUMN = 300;
/** What PostgreSQL does not hold: NUL, and halves of surrogate pairs. */
const STORABLE = /^[^\0\p{Cs}]*$/u;
const UNSTORABLE = { message: '$property must not hold NUL or broken Unicode text.' };

class SavedChartBody {
  /** @example "bar" */
  @IsIn(MARKS)
  shape!: (typeof MARKS)[number];

  /**
   * The column along the axis, or that names the slices.
   * @example "name"
   */
  @IsString()
  @MaxLength(LONGEST_COLUMN)
  @Matches(STORABLE, UNSTORABLE)
  along!: string;

  /**
   * Columns of numbers.
   * @example ["length_km"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @MaxLength(LONGEST_COLUMN, { each: true })
  @Matches(STORABLE, { each: true, ...UNSTORABLE })
  measures!: string[];

  /**
   * The column for each of whose values the measure is drawn once.
   * @example null
   */
  @ValidateIf((body: SavedChartBody) => body.split !== null)
  @IsString()
  @MaxLength(LONGEST_COLUMN)
  @Matches(STORABLE, UNSTORABLE)
  split!: string | null;
}

export class SaveQuestionBody {
  /** @example "Longest rivers" */
  @IsDisplayName()
  title!: string;

  /** @example "For the yearly report." */
  @ValidateIf((body: SaveQuestionBody) => body.description !== undefined)
  @IsString()
  @MaxLength(2_000)
  @Matches(STORABLE, UNSTORABLE)
  description?: string;

  /**
   * The words from which the statement was made.
   * @example "Which rivers are the longest?"
   */
  @ValidateIf((body: SaveQuestionBody) => body.question !== undefined && body.question !== null)
  @IsString()
  @Length(1, 4_000)
  @Matches(STORABLE, UNSTORABLE)
  question?: string | null;

  /** @example "SELECT 1 AS one" */
  @IsString()
  @Length(1, LONGEST_STATEMENT)
  @Matches(STORABLE, UNSTORABLE)
  sql!: string;

  /** How it is drawn; `null`: a table alone. */
  @ValidateIf((body: SaveQuestionBody) => body.chart !== undefined && body.chart !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => SavedChartBody)
  chart?: SavedChartBody | null;
}

export class ChangeSavedQuestionBody {
  /** @example "Longest rivers" */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.title !== undefined)
  @IsDisplayName()
  title?: string;

  /** @example "For the yearly report." */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.description !== undefined)
  @IsString()
  @MaxLength(2_000)
  @Matches(STORABLE, UNSTORABLE)
  description?: string;

  /**
   * The words from which the statement was made.
   * @example "Which rivers are the longest?"
   */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.question !== undefined && body.question !== null)
  @IsString()
  @Length(1, 4_000)
  @Matches(STORABLE, UNSTORABLE)
  question?: string | null;

  /** @example "SELECT 1 AS one" */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.sql !== undefined)
  @IsString()
  @Length(1, LONGEST_STATEMENT)
  @Matches(STORABLE, UNSTORABLE)
  sql?: string;

  /** How it is drawn; `null`: a table alone. */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.chart !== undefined && body.chart !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => SavedChartBody)
  chart?: SavedChartBody | null;
}

/** Leaves out what was not sent. */
export function contentIn(body: ChangeSavedQuestionBody): Partial<SavedContent> {
  const { title, description, question, sql, chart } = body;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(question !== undefined && { question }),
    ...(sql !== undefined && { sql }),
    ...(chart !== undefined && { chart }),
  };
}
