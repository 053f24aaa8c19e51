import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { LONGEST_STATEMENT } from '../../../engines/sql-guard/judgement.js';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import { MARKS } from '../../domain/chart.js';
import type { SavedContent } from '../../domain/saved-question.js';

const LONGEST_COLUMN = 300;

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
  @IsStorable()
  along!: string;

  /**
   * Columns of numbers.
   * @example ["length_km"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @MaxLength(LONGEST_COLUMN, { each: true })
  @IsStorable({ each: true })
  measures!: string[];

  /**
   * The column for each of whose values the measure is drawn once.
   * @example null
   */
  @ValidateIf((body: SavedChartBody) => body.split !== null)
  @IsString()
  @MaxLength(LONGEST_COLUMN)
  @IsStorable()
  split!: string | null;
}

/** What people write beside a statement. */
class QuestionDetails {
  /** @example "For the yearly report." */
  @ValidateIf((body: QuestionDetails) => body.description !== undefined)
  @IsString()
  @MaxLength(2_000)
  @IsStorable()
  description?: string;

  /**
   * The words from which the statement was made.
   * @example "Which rivers are the longest?"
   */
  @ValidateIf((body: QuestionDetails) => body.question !== undefined && body.question !== null)
  @IsString()
  @Length(1, 4_000)
  @IsStorable()
  question?: string | null;

  /** How it is drawn; `null`: a table alone. */
  @ValidateIf((body: QuestionDetails) => body.chart !== undefined && body.chart !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => SavedChartBody)
  chart?: SavedChartBody | null;
}

export class SaveQuestionBody extends QuestionDetails {
  /** @example "Longest rivers" */
  @IsDisplayName()
  title!: string;

  /** @example "SELECT 1 AS one" */
  @IsString()
  @Length(1, LONGEST_STATEMENT)
  @IsStorable()
  sql!: string;
}

@ChangesSomething()
export class ChangeSavedQuestionBody extends QuestionDetails {
  /** @example "Longest rivers" */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.title !== undefined)
  @IsDisplayName()
  title?: string;

  /** @example "SELECT 1 AS one" */
  @ValidateIf((body: ChangeSavedQuestionBody) => body.sql !== undefined)
  @IsString()
  @Length(1, LONGEST_STATEMENT)
  @IsStorable()
  sql?: string;
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
