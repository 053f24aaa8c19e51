import { Module } from '@nestjs/common';
import { handled, scheduled } from '../platform/jobs/job-providers.js';
import { ANSWER_RESET_REQUEST, RequestPasswordReset } from './application/request-password-reset.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { EmailVerificationController } from './adapters/http/email-verification.controller.js';
import { OwnAddressController } from './adapters/http/own-address.controller.js';
import { OwnAccountController } from './adapters/http/own-account.controller.js';
import { PasswordController } from './adapters/http/password.controller.js';
import { PasswordResetController } from './adapters/http/password-reset.controller.js';
import { SignInOptionsController } from './adapters/http/sign-in-options.controller.js';
import { UsersController } from './adapters/http/users.controller.js';
import { BcryptPasswordHasher } from './adapters/passwords/bcrypt-password-hasher.js';
import { HashQueue } from './adapters/passwords/hash-queue.js';
import { OfflineCommonPasswords } from './adapters/passwords/offline-common-passwords.js';
import { SqlReadingPreferences } from './adapters/persistence/sql-reading-preferences.js';
import { TypeOrmMailedTokens } from './adapters/persistence/typeorm-mailed-tokens.js';
import { TypeOrmUsers } from './adapters/persistence/typeorm-users.js';
import { AdministerAccount } from './application/administer-account.js';
import { AnswerResetRequest } from './application/answer-reset-request.js';
import { ClaimAccount } from './application/claim-account.js';
import { ClaimByLink } from './application/claim-by-link.js';
import { ConfirmAddress } from './application/confirm-address.js';
import { ConfirmAddressChange } from './application/confirm-address-change.js';
import { EndAccess } from './application/end-access.js';
import { EndDirectoryPassword } from './application/end-directory-password.js';
import { LockAccount } from './application/lock-account.js';
import { ProvisionAccount } from './application/provision-account.js';
import { SteerAccount } from './application/steer-account.js';
import { DescribeSignIn } from './application/describe-sign-in.js';
import { CancelAddressChange } from './application/cancel-address-change.js';
import { ChangePassword } from './application/change-password.js';
import { ChangeDisplayName } from './application/change-display-name.js';
import { ChangePreferences } from './application/change-preferences.js';
import { ReadPreferences } from './application/read-preferences.js';
import { ChangeFactors } from './application/change-factors.js';
import { ChangeUserStatus } from './application/change-user-status.js';
import { CheckNewPassword } from './application/check-new-password.js';
import { CreateUser } from './application/create-user.js';
import { FollowDisplayName } from './application/follow-display-name.js';
import { FindAccount } from './application/find-account.js';
import { JudgeOwnAddress } from './application/judge-own-address.js';
import { ListLookAlikes } from './application/list-look-alikes.js';
import { ListEmailCollisions } from './application/list-email-collisions.js';
import { ListUsers } from './application/list-users.js';
import { ReadUser } from './application/read-user.js';
import { MailPasswordLink } from './application/mail-password-link.js';
import { OfferPassword } from './application/offer-password.js';
import { ReadOwnAddress } from './application/read-own-address.js';
import { FindAccountByEmail } from './application/find-account-by-email.js';
import { CommonPasswords, PasswordHasher } from './application/ports/password-hasher.js';
import { MailedTokens } from './application/ports/mailed-tokens.js';
import { ReadingPreferences } from './application/ports/reading-preferences.js';
import { Users } from './application/ports/users.js';
import { PurgeMailedTokens } from './application/purge-mailed-tokens.js';
import { RedeemMailedToken } from './application/redeem-mailed-token.js';
import { RegisterUser } from './application/register-user.js';
import { RequireAccount } from './application/require-account.js';
import { RequestAddressChange } from './application/request-address-change.js';
import { RequestEmailVerification } from './application/request-email-verification.js';
import { RetireAccount } from './application/retire-account.js';
import { OpenPasswordLink } from './application/open-password-link.js';
import { ResetPassword } from './application/reset-password.js';
import { SetAccountStatus } from './application/set-account-status.js';
import { StartPasswordReset } from './application/start-password-reset.js';
import { TellOfMails } from './application/tell-of-mails.js';
import { VerifyEmail } from './application/verify-email.js';
import { VerifyPassword } from './application/verify-password.js';

/** What other contexts may use. */
const OFFERED = [
  AdministerAccount,
  RegisterUser,
  VerifyPassword,
  FindAccount,
  RequireAccount,
  FindAccountByEmail,
  ChangeFactors,
  ConfirmAddress,
  ClaimByLink,
  EndAccess,
  EndDirectoryPassword,
  FollowDisplayName,
  LockAccount,
  ProvisionAccount,
  RetireAccount,
  SteerAccount,
];

@Module({
  controllers: [
    OwnAccountController,
    OwnAddressController,
    PasswordController,
    PasswordResetController,
    EmailVerificationController,
    UsersController,
    SignInOptionsController,
  ],
  providers: [
    ...OFFERED,
    DescribeSignIn,
    ChangeDisplayName,
    ReadPreferences,
    ChangePreferences,
    JudgeOwnAddress,
    ReadOwnAddress,
    CancelAddressChange,
    RequestAddressChange,
    ConfirmAddressChange,
    ChangePassword,
    SetAccountStatus,
    ListEmailCollisions,
    ListLookAlikes,
    CheckNewPassword,
    ClaimAccount,
    RequestPasswordReset,
    AnswerResetRequest,
    MailPasswordLink,
    OfferPassword,
    RedeemMailedToken,
    OpenPasswordLink,
    ResetPassword,
    RequestEmailVerification,
    TellOfMails,
    VerifyEmail,
    PurgeMailedTokens,
    ListUsers,
    ReadUser,
    CreateUser,
    ChangeUserStatus,
    StartPasswordReset,
    handled(ANSWER_RESET_REQUEST, AnswerResetRequest, (it, { user_id: userId, request_id: requestId }) =>
      it.execute({ userId: typeof userId === 'number' ? userId : null, requestId: String(requestId) }),
    ),
    scheduled('accounts.purge-mailed-tokens', '37 3 * * *', PurgeMailedTokens),
    { provide: HashQueue, useFactory: measuredHashQueue, inject: [Metrics] },
    { provide: Users, useClass: TypeOrmUsers },
    { provide: MailedTokens, useClass: TypeOrmMailedTokens },
    { provide: ReadingPreferences, useClass: SqlReadingPreferences },
    { provide: PasswordHasher, useClass: BcryptPasswordHasher },
    { provide: CommonPasswords, useClass: OfflineCommonPasswords },
  ],
  exports: [...OFFERED, ReadingPreferences],
})
export class AccountsModule {}

function measuredHashQueue(metrics: Metrics): HashQueue {
  const queue = new HashQueue();
  metrics.gauge('headgate_password_hashes_pending', 'Password hashes being computed or waiting for it', () => queue.depth);
  metrics.gauge('headgate_password_hashes_waiting', 'Password hashes that wait for a free place to be computed', () => queue.waiting);
  metrics.countedElsewhere(
    'headgate_password_hashes_rejected_total',
    'Password hashes that were refused with 503 because too many were waiting already',
    () => queue.rejected,
  );
  return queue;
}
