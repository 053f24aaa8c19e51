import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MfaModule } from '../mfa/mfa.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ScimModule } from '../scim/scim.module.js';
import { DomainsOfAddresses } from './adapters/answers/domains-of-addresses.js';
import { SignOnsOfInvitations } from './adapters/answers/sign-ons-of-invitations.js';
import { SignOnAddressesOfOrganizations } from './adapters/answers/sign-on-addresses-of-organizations.js';
import { ADMIN_CONTROLLERS, ADMIN_PROVIDERS } from './admin.providers.js';
import { DescribeSignOn } from './application/describe-sign-on.js';
import { DescribeSsoReadiness } from './application/describe-sso-readiness.js';
import { DiscardForeignLinks } from './application/discard-foreign-links.js';
import { FindSignOnOfOrganization } from './application/find-sign-on-of-organization.js';
import { DropIdentity } from './application/drop-identity.js';
import { FindStartAddress } from './application/find-start-address.js';
import { FindSignOnByEmail } from './application/find-sign-on-by-email.js';
import { HoldConnection } from './application/hold-connection.js';
import { JudgeDomain } from './application/judge-domain.js';
import { RecheckDomains } from './application/recheck-domains.js';
import { VouchForDomain } from './application/vouch-for-domain.js';
import { LOGIN_CONTROLLERS, LOGIN_PROVIDERS } from './login.providers.js';

/** What other contexts may ask for. */
const OFFERED = [
  FindSignOnOfOrganization,
  FindSignOnByEmail,
  FindStartAddress,
  DescribeSsoReadiness,
  RecheckDomains,
  DropIdentity,
  HoldConnection,
];

/** What contexts below ask for, in their words; `bindings.module.ts` hands it to them. */
const ANSWERS = [DomainsOfAddresses, SignOnAddressesOfOrganizations, SignOnsOfInvitations];

@Module({
  imports: [AccountsModule, OrganizationsModule, MfaModule, SessionsModule, ScimModule],
  controllers: [...LOGIN_CONTROLLERS, ...ADMIN_CONTROLLERS],
  providers: [
    ...ANSWERS,
    ...OFFERED,
    DescribeSignOn,
    DiscardForeignLinks,
    JudgeDomain,
    VouchForDomain,
    ...LOGIN_PROVIDERS,
    ...ADMIN_PROVIDERS,
  ],
  exports: [...OFFERED, ...ANSWERS],
})
export class SsoModule {}
