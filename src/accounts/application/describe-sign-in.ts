import { Injectable } from '@nestjs/common';
import { PASSWORD_RULES } from '../domain/password-policy.js';
import { type PublishedAccount, PublishedAccounts } from './ports/published-accounts.js';

/** What a page has to know before it knows who the visitor is. */
@Injectable()
export class DescribeSignIn {
  constructor(private readonly published: PublishedAccounts) {}

  execute(): {
    isDemo: boolean;
    demoAccounts: readonly PublishedAccount[];
    demoPassword: string | null;
    passwordRules: typeof PASSWORD_RULES;
  } {
    const { isDemo, accounts, password } = this.published;
    return { isDemo, demoAccounts: accounts, demoPassword: password, passwordRules: PASSWORD_RULES };
  }
}
