import { Injectable } from '@nestjs/common';
import { WeakPassword } from '../domain/account.errors.js';
import { passwordWeakness } from '../domain/password-policy.js';
import { Affiliations } from './ports/affiliations.js';
import { CommonPasswords } from './ports/password-hasher.js';

export interface NewPassword {
  readonly password: string;
  readonly username: string;
  readonly email: string;
  /** `null` for an account that is still being created. */
  readonly userId: number | null;
  /** The organizations that a new account is created for; those of an existing account are known. */
  readonly organizationNames?: readonly string[];
  /** The field of the request that a refusal names. */
  readonly field: string;
}

/** The one place that judges a new password, whichever way it arrives. */
@Injectable()
export class CheckNewPassword {
  constructor(
    private readonly commonPasswords: CommonPasswords,
    private readonly affiliations: Affiliations,
  ) {}

  /** @throws WeakPassword */
  async execute(password: NewPassword): Promise<void> {
    const refusal = await this.refusalOf(password);
    if (refusal !== null) throw refusal;
  }

  /** For those who tell it together with what else is wrong. */
  async refusalOf({ password, username, email, userId, organizationNames = [], field }: NewPassword): Promise<WeakPassword | null> {
    const organizations = userId === null ? organizationNames : await this.affiliations.organizationNamesOf(userId);
    const names = [username, email, email.split('@')[0] ?? email, ...organizations];
    // Never judged as if it stood beside a second factor: the owner may remove the factor, or skip it on a trusted
    // device.
    const weakness = passwordWeakness(password, { mfaEnrolled: false, names }, (candidate) => this.commonPasswords.includes(candidate));
    return weakness && new WeakPassword(weakness, field);
  }
}
