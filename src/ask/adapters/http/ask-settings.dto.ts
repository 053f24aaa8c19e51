import { IsBoolean, IsInt, Max, Min, ValidateIf } from 'class-validator';

export class AskSettingsBody {
  /**
   * Whether the language model may see rows of results, to put them into a sentence. Otherwise it learns only the number of rows and
   * the names of their columns.
   * @example false
   */
  @IsBoolean()
  shows_rows!: boolean;

  /**
   * A conversation is deleted this many days after its last question; `null`: the setting of the installation applies.
   * @example 30
   */
  @ValidateIf((body: AskSettingsBody) => body.conversation_days !== null)
  @IsInt()
  @Min(1)
  @Max(3650)
  conversation_days!: number | null;

  /**
   * Tokens of the language model that all questions of the organization may use in a day, no more than the installation grants;
   * `null`: as many as it grants. Left out, it stays as it is.
   * @example 1000000
   */
  @ValidateIf((body: AskSettingsBody) => body.tokens_per_day !== null && body.tokens_per_day !== undefined)
  @IsInt()
  @Min(1)
  @Max(2_000_000_000)
  tokens_per_day?: number | null;
}
