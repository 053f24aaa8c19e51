import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { ADMIN_CONTROLLERS, ADMIN_PROVIDERS } from './admin.providers.js';
import { DescribeSsoReadiness } from './application/describe-sso-readiness.js';
import { DiscardForeignLinks } from './application/discard-foreign-links.js';
import { FindSignOnAddress } from './application/find-sign-on-address.js';
import { FindSignOnOfAddress } from './application/find-sign-on-of-address.js';
import { JudgeDomain } from './application/judge-domain.js';
import { RecheckDomains } from './application/recheck-domains.js';
import { VouchForDomain } from './application/vouch-for-domain.js';
import { ServiceOrigin } from './domain/service-origin.js';
import { LOGIN_CONTROLLERS, LOGIN_PROVIDERS } from './login.providers.js';

/** What other contexts may ask for. */
const OFFERED = [
  FindSignOnAddress,
  FindSignOnOfAddress,
  DiscardForeignLinks,
  JudgeDomain,
  VouchForDomain,
  DescribeSsoReadiness,
  RecheckDomains,
];

@Global()
@Module({
  controllers: [...LOGIN_CONTROLLERS, ...ADMIN_CONTROLLERS],
  providers: [
    ...OFFERED,
    ...LOGIN_PROVIDERS,
    ...ADMIN_PROVIDERS,
    { provide: ServiceOrigin, useFactory: (config: Config) => config.http, inject: [Config] },
  ],
  exports: OFFERED,
})
export class SsoModule {}
