import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsPlainText } from './plain-text.js';

export class ClaimDomainBody {
  /**
   * The bare domain, without a scheme, port or path. Claim a sub-domain separately.
   * @example rivers.delta.example
   */
  @IsPlainText(300)
  domain!: string;
}

export class RouteDomainBody {
  /** Where people of the domain log in; null for the oldest active connection. */
  @ValidateIf((_: object, value: unknown) => value !== null)
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  connection_id!: number | null;
}
