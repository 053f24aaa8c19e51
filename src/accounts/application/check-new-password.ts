import { Injectable } from '@nestjs/common';
import { WeakPassword } from '../domain/account.errors.js';
import { passwordWeakness } from '../domain/password-policy.js';
import { Affiliations } from './ports/affiliations.js';
import { CommonPasswords } from './ports/password-hasher.js';

export interface NewPassword {
  readonly password: string;
  readonly username: string;
  readonly email: string;
  /** `null` for an account that is only being made. */
  readonly userId: number | null;
  /** Those that an account is made for; of an account that exists they are known. */
  readonly organizationNames?: readonly string[];
  /** Field of the request that a refusal names. */
  readonly field: string;
}

/** The one place where a new password is judged, whichever way it arrives. */
@Injectable()
export class CheckNewPassword {
  constructor(
    private readonly commonPasswords: CommonPasswords,
    private readonly affiliations: Affiliations,
  ) {}

  /** @throws WeakPassword */
  async execute({ password, username, email, userId, organizationNames = [], field }: NewPassword): Promise<void> {
    const organizations = userId === null ? organizationNames : await this.affiliations.organizationNamesOf(userId);
    const names = [username, email, email.split('@')[0] ?? email, ...organizations];
    // Never as if beside a second factor: whoever has one may remove it, or skip it on a trusted device.
    const weakness = passwordWeakness(password, { mfaEnrolled: false, names }, (candidate) =>
      this.commonPasswords.includes(candidate),
    );
    if (weakness !== null) throw new WeakPassword(weakness, field);
  }
}
