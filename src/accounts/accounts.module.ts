import { Global, Module } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics.js';
import { PasswordController } from './adapters/http/password.controller.js';
import { OrganizationAffiliations } from './adapters/organizations/organization-affiliations.js';
import { BcryptPasswordHasher } from './adapters/passwords/bcrypt-password-hasher.js';
import { HashQueue } from './adapters/passwords/hash-queue.js';
import { OfflineCommonPasswords } from './adapters/passwords/offline-common-passwords.js';
import { TypeOrmUsers } from './adapters/persistence/typeorm-users.js';
import { EndingAccountSessions } from './adapters/sessions/ending-account-sessions.js';
import { ChangePassword } from './application/change-password.js';
import { CredentialsChanged } from './application/credentials-changed.js';
import { CheckNewPassword } from './application/check-new-password.js';
import { FindAccount } from './application/find-account.js';
import { FindAccountByEmail } from './application/find-account-by-email.js';
import { HoldAccount } from './application/hold-account.js';
import { AccountSessions } from './application/ports/account-sessions.js';
import { Affiliations } from './application/ports/affiliations.js';
import { CommonPasswords } from './application/ports/common-passwords.js';
import { PasswordHasher } from './application/ports/password-hasher.js';
import { Users } from './application/ports/users.js';
import { RegisterUser } from './application/register-user.js';
import { SetAccountStatus } from './application/set-account-status.js';
import { VerifyPassword } from './application/verify-password.js';

const USE_CASES = [
  RegisterUser,
  VerifyPassword,
  FindAccount,
  FindAccountByEmail,
  HoldAccount,
  ChangePassword,
  CredentialsChanged,
  SetAccountStatus,
];

@Global()
@Module({
  controllers: [PasswordController],
  providers: [
    ...USE_CASES,
    CheckNewPassword,
    { provide: HashQueue, useFactory: measuredHashQueue, inject: [Metrics] },
    { provide: Users, useClass: TypeOrmUsers },
    { provide: PasswordHasher, useClass: BcryptPasswordHasher },
    { provide: CommonPasswords, useClass: OfflineCommonPasswords },
    { provide: AccountSessions, useClass: EndingAccountSessions },
    { provide: Affiliations, useClass: OrganizationAffiliations },
  ],
  exports: USE_CASES,
})
export class AccountsModule {}

function measuredHashQueue(metrics: Metrics): HashQueue {
  const queue = new HashQueue();
  metrics.gauge('password_hashes_pending', 'Password hashes being computed or waiting for it', () => queue.depth);
  return queue;
}
