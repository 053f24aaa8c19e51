import type { Provider, Type } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { Config } from '../platform/config/config.js';
import { BackchannelController } from './adapters/http/backchannel.controller.js';
import { FrontchannelController } from './adapters/http/frontchannel.controller.js';
import { BrowserSignOnController } from './adapters/http/browser.controller.js';
import { BrowserCookie } from './adapters/http/browser-cookie.js';
import { SignOnMetrics } from './adapters/http/sign-on-metrics.js';
import { IdentitiesController } from './adapters/http/identities.controller.js';
import { LoginController } from './adapters/http/login.controller.js';
import { SamlController } from './adapters/http/saml.controller.js';
import { SsoStepUpController } from './adapters/http/step-up.controller.js';
import { SignOnController } from './adapters/http/sign-on.controller.js';
import { OidcClients } from './adapters/oidc/oidc-clients.js';
import { OidcDocuments } from './adapters/oidc/oidc-documents.js';
import { OidcLogoutTokens } from './adapters/oidc/oidc-logout-tokens.js';
import { OidcProvider } from './adapters/oidc/oidc-provider.js';
import { SqlAttempts } from './adapters/persistence/sql-attempts.js';
import { TypeOrmIdentities } from './adapters/persistence/typeorm-identities.js';
import { SqlLinkTickets } from './adapters/persistence/sql-link-tickets.js';
import { SqlLoginCodes } from './adapters/persistence/sql-login-codes.js';
import { SqlOwnedDomains } from './adapters/persistence/sql-owned-domains.js';
import { TypeOrmProposedLinks } from './adapters/persistence/typeorm-proposed-links.js';
import { ProviderOfType } from './adapters/providers/provider-of-type.js';
import { LogoutTickets } from './adapters/saml/logout-tickets.js';
import { SamlDocuments } from './adapters/saml/saml-documents.js';
import { SamlLogoutMessages } from './adapters/saml/saml-logout-messages.js';
import { SamlProvider } from './adapters/saml/saml-provider.js';
import { SamlThreads } from './adapters/saml/saml-threads.js';
import { AdmitSignedOnMember } from './application/admit-signed-on-member.js';
import { AdmitPerson } from './application/admit-person.js';
import { AnswerAttempt } from './application/answer-attempt.js';
import { ApplyClaims } from './application/apply-claims.js';
import { BeginOwnLink } from './application/begin-own-link.js';
import { BeginStepUp } from './application/begin-step-up.js';
import { ChoosePurpose } from './application/choose-purpose.js';
import { CompleteLink } from './application/complete-link.js';
import { CompleteStepUp } from './application/complete-step-up.js';
import { ContinueLogout } from './application/continue-logout.js';
import { DecideClaims } from './application/decide-claims.js';
import { DescribeLinking } from './application/describe-linking.js';
import { PublishMetadata } from './application/publish-metadata.js';
import { PublishServiceKeys } from './application/publish-service-keys.js';
import { DiscoverSignOn } from './application/discover-sign-on.js';
import { EndSignOns } from './application/end-sign-ons.js';
import { ExchangeCode } from './application/exchange-code.js';
import { FailLogin } from './application/fail-login.js';
import { FindProviderLogout } from './application/find-provider-logout.js';
import { FinishLogin } from './application/finish-login.js';
import { RehearseClaims } from './application/rehearse-claims.js';
import { HandOutLogin } from './application/hand-out-login.js';
import { IdentifyPerson } from './application/identify-person.js';
import { JudgeGroupMapping } from './application/judge-group-mapping.js';
import { LinkIdentity } from './application/link-identity.js';
import { LinkOwnAccount } from './application/link-own-account.js';
import { ListIdentities } from './application/list-identities.js';
import { ListOwnIdentities } from './application/list-own-identities.js';
import { LogOut } from './application/log-out.js';
import { OpenLinkedSession } from './application/open-linked-session.js';
import { Attempts } from './application/ports/attempts.js';
import { Identities } from './application/ports/identities.js';
import { IdentityProvider } from './application/ports/identity-provider.js';
import { LinkTickets } from './application/ports/link-tickets.js';
import { LoginCodes } from './application/ports/login-codes.js';
import { LogoutTokens } from './application/ports/logout-tokens.js';
import { OidcMetadata } from './application/ports/oidc-metadata.js';
import { OwnedDomains } from './application/ports/domain-names.js';
import { ProposedLinks } from './application/ports/proposed-links.js';
import { SamlLogout } from './application/ports/saml-logout.js';
import { SamlMetadata } from './application/ports/saml-metadata.js';
import { ProveFactorForLink } from './application/prove-factor-for-link.js';
import { ProveLink } from './application/prove-link.js';
import { ProvisionPerson } from './application/provision-person.js';
import { PurgeLogins } from './application/purge-logins.js';
import { ReceiveAssertion } from './application/receive-assertion.js';
import { ReceiveCallback } from './application/receive-callback.js';
import { ReceiveFrontchannelLogout } from './application/receive-frontchannel-logout.js';
import { ReceiveLogout } from './application/receive-logout.js';
import { ReceiveLogoutToken } from './application/receive-logout-token.js';
import { RecogniseAgain } from './application/recognise-again.js';
import { RecogniseIdentity } from './application/recognise-identity.js';
import { RefuseLogout } from './application/refuse-logout.js';
import { SettleLogin } from './application/settle-login.js';
import { SettleTest } from './application/settle-test.js';
import { StartLogin } from './application/start-login.js';
import { UnlinkIdentity } from './application/unlink-identity.js';
import { VerifyPasswordOfAccount } from './application/verify-password-of-account.js';
import { ReturnAddresses } from './domain/return-addresses.js';

export const LOGIN_CONTROLLERS: Type[] = [
  BackchannelController,
  FrontchannelController,
  LoginController,
  SamlController,
  SignOnController,
  BrowserSignOnController,
  SsoStepUpController,
  IdentitiesController,
];

export const LOGIN_PROVIDERS: Provider[] = [
  AdmitSignedOnMember,
  AdmitPerson,
  AnswerAttempt,
  ApplyClaims,
  BeginOwnLink,
  BeginStepUp,
  BrowserCookie,
  ChoosePurpose,
  CompleteLink,
  CompleteStepUp,
  ContinueLogout,
  DecideClaims,
  DescribeLinking,
  PublishMetadata,
  PublishServiceKeys,
  DiscoverSignOn,
  EndSignOns,
  ExchangeCode,
  FailLogin,
  FindProviderLogout,
  FinishLogin,
  RehearseClaims,
  HandOutLogin,
  IdentifyPerson,
  JudgeGroupMapping,
  LinkIdentity,
  LinkOwnAccount,
  ListIdentities,
  ListOwnIdentities,
  scheduled('sso.purge_logins', '23 * * * *', PurgeLogins),
  LogOut,
  LogoutTickets,
  OidcClients,
  OidcDocuments,
  OidcProvider,
  OpenLinkedSession,
  ProveFactorForLink,
  ProveLink,
  ProvisionPerson,
  PurgeLogins,
  ReceiveAssertion,
  ReceiveCallback,
  ReceiveFrontchannelLogout,
  ReceiveLogout,
  ReceiveLogoutToken,
  RefuseLogout,
  RecogniseAgain,
  RecogniseIdentity,
  SamlProvider,
  SamlThreads,
  SettleLogin,
  SettleTest,
  SignOnMetrics,
  StartLogin,
  UnlinkIdentity,
  VerifyPasswordOfAccount,
  { provide: Attempts, useClass: SqlAttempts },
  { provide: Identities, useClass: TypeOrmIdentities },
  { provide: IdentityProvider, useClass: ProviderOfType },
  { provide: LinkTickets, useClass: SqlLinkTickets },
  { provide: LoginCodes, useClass: SqlLoginCodes },
  { provide: LogoutTokens, useClass: OidcLogoutTokens },
  { provide: OidcMetadata, useExisting: OidcDocuments },
  { provide: OwnedDomains, useClass: SqlOwnedDomains },
  { provide: ProposedLinks, useClass: TypeOrmProposedLinks },
  { provide: ReturnAddresses, useFactory: returnAddressesOf, inject: [Config] },
  { provide: SamlLogout, useClass: SamlLogoutMessages },
  { provide: SamlMetadata, useClass: SamlDocuments },
];

function returnAddressesOf({ sso }: Config): ReturnAddresses {
  return { allowed: sso.returnUrls };
}
