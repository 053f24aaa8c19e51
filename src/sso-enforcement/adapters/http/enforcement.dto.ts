import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { Judged } from '../../../platform/http/judged.js';
import { MOST_BREAK_GLASS } from '../../domain/break-glass.js';
import { MODES, type Mode } from '../../domain/enforcement.js';

const LONGEST_GRACE_HOURS = 168;

@Judged<EnforcementBody>(({ mode, grace_hours: hours }) =>
  mode !== 'required' && typeof hours === 'number'
    ? [{ field: 'grace_hours', message: 'Send this only with the mode required.', code: 'invalid' }]
    : [],
)
export class EnforcementBody {
  /**
   * `off` and `optional`: every way to log in is open. `report_only`: likewise, but logins that `required` would refuse
   * are recorded. `required`: members log in through the identity provider, except break-glass accounts.
   * @example optional
   */
  @IsIn(MODES)
  mode!: Mode;

  /**
   * How long sessions last that were opened without single sign-on; only with `required`. If left out, they end at
   * once.
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE_HOURS)
  grace_hours?: number | null;
}

export class BreakGlassBody {
  /**
   * Must be owners; replaces the list.
   * @example [2]
   */
  @IsArray()
  @ArrayMaxSize(MOST_BREAK_GLASS)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  user_ids!: number[];
}
