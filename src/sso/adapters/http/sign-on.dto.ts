import type { LinkProof } from '../../application/prove-link.js';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { TypedAddress } from '../../../platform/http/typed-address.js';

export class ExchangeBody {
  /**
   * From the query of the address that the login ended at.
   * @example kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI
   */
  @IsString()
  @MaxLength(512)
  code!: string;

  /** RFC 7636; needed when the login was begun with a `code_challenge`. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  code_verifier?: string | null;
}

export class StepUpCodeBody {
  /**
   * From the query of the address that the login at the provider ended at.
   * @example kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI
   */
  @IsString()
  @MaxLength(512)
  step_up_code!: string;
}

export class LinkBody {
  /** @example kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI */
  @IsString()
  @MaxLength(512)
  link_token!: string;

  /** RFC 7636; needed if the login was begun with a `code_challenge`. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  code_verifier?: string | null;

  /**
   * Password of the account to be linked.
   * @example river-delta-headgate
   */
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  password!: string;

  /**
   * Needed when the account has a second factor. With a passkey alone: log in with it, and link from there.
   * @example totp
   */
  @ValidateIf((body: LinkBody) => body.method !== undefined || body.code !== undefined)
  @IsIn(['totp', 'recovery_code'])
  method?: 'totp' | 'recovery_code';

  /** @example "123456" */
  @ValidateIf((body: LinkBody) => body.method !== undefined || body.code !== undefined)
  @IsString()
  @MaxLength(64)
  code?: string;
}

export class BrowserExchangeBody extends ExchangeBody {
  /** Whether the session outlives the browser; left out, it ends when the browser is closed. */
  @ValidateIf((_: object, value: unknown) => value !== undefined)
  @IsBoolean()
  stay_signed_in?: boolean;
}

export class BrowserLinkBody extends LinkBody {
  /** Whether the session outlives the browser; left out, it ends when the browser is closed. */
  @ValidateIf((_: object, value: unknown) => value !== undefined)
  @IsBoolean()
  stay_signed_in?: boolean;
}

export function linkProofOf({
  link_token: linkToken,
  code_verifier: verifier,
  password,
  method,
  code = '',
}: LinkBody): Omit<LinkProof, 'origin'> {
  return { linkToken, verifier: verifier ?? null, password, factor: method === undefined ? null : { method, code } };
}

export class DiscoverBody {
  /** @example olivia@delta.example */
  @TypedAddress(320)
  email!: string;
}
