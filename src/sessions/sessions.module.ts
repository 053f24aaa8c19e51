import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MfaModule } from '../mfa/mfa.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { SessionsOfAccount } from './adapters/answers/sessions-of-account.js';
import { NetworksOfFactors } from './adapters/answers/networks-of-factors.js';
import { SessionsOfDevice } from './adapters/answers/sessions-of-device.js';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../platform/config/config.js';
import { QueuedLoginTurns } from './adapters/admission/queued-login-turns.js';
import { AuthenticationController } from './adapters/http/authentication.controller.js';
import { BrowserController } from './adapters/http/browser.controller.js';
import { CallerController } from './adapters/http/caller.controller.js';
import { MemberAssistanceController } from './adapters/http/member-assistance.controller.js';
import { MfaController } from './adapters/http/mfa.controller.js';
import { JwksController } from './adapters/http/jwks.controller.js';
import { SessionsController } from './adapters/http/sessions.controller.js';
import { UserSessionsController } from './adapters/http/user-sessions.controller.js';
import { SqlGuessMails } from './adapters/persistence/sql-guess-mails.js';
import { SqlSessions } from './adapters/persistence/sql-sessions.js';
import { AccessTokenStrategy } from './adapters/tokens/access-token.strategy.js';
import { TypeOrmSigningKeys } from './adapters/persistence/typeorm-signing-keys.js';
import { EcSigningKeyFactory, KeyRing } from './adapters/tokens/key-ring.js';
import { JwtAccessTokens } from './adapters/tokens/jwt-access-tokens.js';
import { AttachDevice } from './application/attach-device.js';
import { AuthenticateCaller } from './application/authenticate-caller.js';
import { CountUnsignedSessions } from './application/count-unsigned-sessions.js';
import { EndUnsignedSessions } from './application/end-unsigned-sessions.js';
import { DescribeCaller } from './application/describe-caller.js';
import { EndOutlivedSessions } from './application/end-outlived-sessions.js';
import { EndSession } from './application/end-session.js';
import { EndSessionOfToken } from './application/end-session-of-token.js';
import { EndSessionsOfDevice } from './application/end-sessions-of-device.js';
import { EndSessionsOfConnection } from './application/end-sessions-of-connection.js';
import { EndSessionsOfUser } from './application/end-sessions-of-user.js';
import { LockSession } from './application/lock-session.js';
import { ForgetFactor } from './application/forget-factor.js';
import { IsKnownNetwork } from './application/is-known-network.js';
import { FindPlaces } from './application/find-places.js';
import { IssueTokenPair } from './application/issue-token-pair.js';
import { EndUserSessions } from './application/end-user-sessions.js';
import { ListUserSessions } from './application/list-user-sessions.js';
import { ListSessions } from './application/list-sessions.js';
import { AssistMember } from './application/assist-member.js';
import { AdmitLogin } from './application/admit-login.js';
import { LogIn } from './application/log-in.js';
import { AccessTokens, SigningKeyFactory, SigningKeys } from './application/ports/access-tokens.js';
import { GuessMails } from './application/ports/guess-mails.js';
import { LoginTurns } from './application/ports/login-turns.js';
import { LimitedSessions, Sessions, UnsignedSessions } from './application/ports/sessions.js';
import { SqlLimitedSessions } from './adapters/persistence/sql-limited-sessions.js';
import { SqlUnsignedSessions } from './adapters/persistence/sql-unsigned-sessions.js';
import { OpenSsoSession } from './application/open-sso-session.js';
import { PurgeSessions } from './application/purge-sessions.js';
import { ReadKeySet } from './application/read-key-set.js';
import { ReadSignOn } from './application/read-sign-on.js';
import { RecogniseLogin } from './application/recognise-login.js';
import { RefuseLogin } from './application/refuse-login.js';
import { TellOfGuesses } from './application/tell-of-guesses.js';
import { RefreshAccessToken } from './application/refresh-access-token.js';
import { RotateSigningKey } from './application/rotate-signing-key.js';
import { RenewSession } from './application/renew-session.js';
import { RequireSession } from './application/require-session.js';
import { StepUp } from './application/step-up.js';
import { StepUpSignedOn } from './application/step-up-signed-on.js';
import { StepUpWithPassword } from './application/step-up-with-password.js';
import { VerifyMfa } from './application/verify-mfa.js';
import { SessionLifetime } from './domain/session.js';

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [SessionsOfAccount, NetworksOfFactors, SessionsOfDevice];

@Module({
  imports: [AccountsModule, OrganizationsModule, MfaModule, DevicesModule, InvitationsModule, JwtModule.register({})],
  controllers: [
    AuthenticationController,
    MfaController,
    BrowserController,
    SessionsController,
    UserSessionsController,
    MemberAssistanceController,
    CallerController,
    JwksController,
  ],
  providers: [
    ...ANSWERS,
    LogIn,
    FindPlaces,
    AdmitLogin,
    RefuseLogin,
    RecogniseLogin,
    TellOfGuesses,
    VerifyMfa,
    RenewSession,
    StepUp,
    StepUpWithPassword,
    StepUpSignedOn,
    IssueTokenPair,
    OpenSsoSession,
    RefreshAccessToken,
    AuthenticateCaller,
    DescribeCaller,
    ListSessions,
    ListUserSessions,
    EndUserSessions,
    AssistMember,
    EndOutlivedSessions,
    EndSession,
    EndSessionOfToken,
    EndSessionsOfUser,
    EndSessionsOfDevice,
    EndUnsignedSessions,
    CountUnsignedSessions,
    EndSessionsOfConnection,
    ReadSignOn,
    RequireSession,
    AttachDevice,
    ForgetFactor,
    LockSession,
    IsKnownNetwork,
    PurgeSessions,
    RotateSigningKey,
    KeyRing,
    scheduled('signing_keys.rotate', '17 3 * * *', RotateSigningKey, (it) => it.execute('if_due')),
    scheduled('sessions.end-outlived', '*/10 * * * *', EndOutlivedSessions, (it) => it.execute()),
    scheduled('sessions.purge', '41 3 * * *', PurgeSessions),
    AccessTokenStrategy,
    ReadKeySet,
    { provide: SessionLifetime, useFactory: (config: Config) => config.sessions, inject: [Config] },
    { provide: Sessions, useClass: SqlSessions },
    { provide: SigningKeys, useClass: TypeOrmSigningKeys },
    { provide: SigningKeyFactory, useClass: EcSigningKeyFactory },
    { provide: AccessTokens, useClass: JwtAccessTokens },
    { provide: LoginTurns, useClass: QueuedLoginTurns },
    { provide: GuessMails, useClass: SqlGuessMails },
    { provide: LimitedSessions, useClass: SqlLimitedSessions },
    { provide: UnsignedSessions, useClass: SqlUnsignedSessions },
  ],
  exports: [
    ...ANSWERS,
    OpenSsoSession,
    StepUpSignedOn,
    EndOutlivedSessions,
    EndSession,
    EndSessionOfToken,
    EndSessionsOfConnection,
    ReadSignOn,
    EndUnsignedSessions,
    CountUnsignedSessions,
    LockSession,
    RequireSession,
  ],
})
export class SessionsModule {}
