import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import { MOST_ON_BOARD } from '../../domain/board.js';

export class CreateBoardBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** @example "Yearly report" */
  @IsDisplayName()
  name!: string;

  /**
   * Saved questions, in order.
   * @example []
   */
  @IsArray()
  @ArrayMaxSize(MOST_ON_BOARD)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  question_ids!: number[];
}

@ChangesSomething()
export class ChangeBoardBody {
  /** @example "Yearly report" */
  @ValidateIf((body: ChangeBoardBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  /**
   * Those that you see, in their new order; what you leave out is taken off. Those that you do not see stay.
   * @example []
   */
  @ValidateIf((body: ChangeBoardBody) => body.question_ids !== undefined)
  @IsArray()
  @ArrayMaxSize(MOST_ON_BOARD)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  question_ids?: number[];
}
