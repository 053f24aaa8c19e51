import { IsInt, Max, Min } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IfNamedAndNotNull, IsPlainText } from './plain-text.js';

export class ClaimDomainBody {
  /**
   * Without anything before or behind it; a sub-domain is a domain of its own.
   * @example delta.example
   */
  @IsPlainText(300)
  domain!: string;
}

export class RouteDomainBody {
  /** Where people of the domain log in; null for the oldest active connection. */
  @IfNamedAndNotNull()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  connection_id?: number | null;
}
