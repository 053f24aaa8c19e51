import { IsInt, IsString, Length, Matches, Max, Min, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';

export class AskBody {
  /**
   * In any language.
   * @example "Which gauges lie on the Danube?"
   */
  @IsString()
  @Length(1, 4_000)
  @Matches(/^(?=[^]*[\p{L}\p{N}])[^\0\p{Cs}]*$/u, {
    message: 'Must not be blank, or hold NUL or broken Unicode text.',
  })
  question!: string;

  /**
   * Continues this conversation; without it a new one begins.
   */
  @ValidateIf((body: AskBody) => body.conversation_id !== undefined && body.conversation_id !== null)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  conversation_id?: number | null;

  /**
   * 100 when left out.
   * @example 20
   */
  @ValidateIf((body: AskBody) => body.max_rows !== undefined)
  @IsInt()
  @Min(1)
  @Max(1_000)
  max_rows?: number;
}
