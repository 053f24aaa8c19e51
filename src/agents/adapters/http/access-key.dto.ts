import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { IsTime, timeIn } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import { KEY_SCOPES, type KeyScope, expiryProblems } from '../../domain/access-key.js';

const LARGEST_ID = 2_147_483_647;

/** What a person lends of their rights: to a key, or to a program that asks for it. */
export class LentRightsBody {
  /**
   * The one organization that it works for.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_ID)
  organization_id!: number;

  /**
   * Which of your rights it has; a program can have only those that it asks for.
   * @example ["schema.read", "query.run"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(KEY_SCOPES, { each: true })
  scopes!: KeyScope[];

  /**
   * Without it, all data sources of the organization, also later ones.
   * @example null
   */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_ID, { each: true })
  data_source_ids?: number[] | null;
}

@Judged<CreateAccessKeyBody>(({ expires_at: wanted }, now) => {
  const at = timeIn(wanted);
  return at === null ? [] : expiryProblems(at, now);
})
export class CreateAccessKeyBody extends LentRightsBody {
  /**
   * For you; unique among your valid keys.
   * @example "Claude Desktop"
   */
  @IsDisplayName()
  name!: string;

  /**
   * In ISO 8601, at most a year from now; without it the key expires in 90 days.
   * @example null
   */
  @IsOptional()
  @IsTime()
  expires_at?: string | null;
}

export class AllowAccessKeysBody {
  /**
   * Whether members may make keys, and whether existing keys work.
   * @example true
   */
  @IsBoolean()
  allowed!: boolean;
}
