import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SsoModule } from '../sso/sso.module.js';
import { SecurityOfMembers } from './adapters/answers/security-of-members.js';
import { StandbyOfOrganization } from './adapters/answers/standby-of-organization.js';
import { EmergencyAccessOfFactors } from './adapters/answers/emergency-access-of-factors.js';
import { EmergencyAccountsOfDevices } from './adapters/answers/emergency-accounts-of-devices.js';
import { LoginPolicyOfSessions } from './adapters/answers/login-policy-of-sessions.js';
import { SignOnRequirementOfSso } from './adapters/answers/sign-on-requirement-of-sso.js';
import { Config } from '../platform/config/config.js';
import { BreakGlassController } from './adapters/http/break-glass.controller.js';
import { ExemptionsController } from './adapters/http/exemptions.controller.js';
import { EnforcementController } from './adapters/http/enforcement.controller.js';
import { SignInRequirementsController } from './adapters/http/sign-in-requirements.controller.js';
import { SqlBoundMembers } from './adapters/persistence/sql-bound-members.js';
import { SqlExemptions } from './adapters/persistence/sql-exemptions.js';
import { TypeOrmBreakGlasses } from './adapters/persistence/typeorm-break-glasses.js';
import { SqlDenials } from './adapters/persistence/sql-denials.js';
import { SqlSignInRequirements } from './adapters/persistence/sql-sign-in-requirements.js';
import { SqlSecurityStates } from './adapters/persistence/sql-security-states.js';
import { SqlEnforcements } from './adapters/persistence/sql-enforcements.js';
import { ChangeEnforcement } from './application/change-enforcement.js';
import { ChangeSignInRequirements } from './application/change-sign-in-requirements.js';
import { CountNeverSignedOn } from './application/count-never-signed-on.js';
import { CountReadyBreakGlass } from './application/count-ready-break-glass.js';
import { DescribeSecurity } from './application/describe-security.js';
import { DesignateBreakGlass } from './application/designate-break-glass.js';
import { DrillBreakGlass } from './application/drill-break-glass.js';
import { EndExemption } from './application/end-exemption.js';
import { ExpireExemptions } from './application/expire-exemptions.js';
import { FindBlockers } from './application/find-blockers.js';
import { ReadLockedEnforcement } from './application/read-locked-enforcement.js';
import { GrantExemption } from './application/grant-exemption.js';
import { IsBreakGlass } from './application/is-break-glass.js';
import { IsSignOnRequired } from './application/is-sign-on-required.js';
import { JudgeEnforcement } from './application/judge-enforcement.js';
import { JudgeLoginName } from './application/judge-login-name.js';
import { JudgeSignOn } from './application/judge-sign-on.js';
import { ListExemptions } from './application/list-exemptions.js';
import { ListPeopleWithoutFactor } from './application/list-people-without-factor.js';
import { LockEnforcement } from './application/lock-enforcement.js';
import { BoundMembers } from './application/ports/bound-members.js';
import { BreakGlasses } from './application/ports/break-glasses.js';
import { Denials } from './application/ports/denials.js';
import { Enforcements } from './application/ports/enforcements.js';
import { Exemptions } from './application/ports/exemptions.js';
import { SignInRequirementsKept } from './application/ports/sign-in-requirements-kept.js';
import { SecurityStates } from './application/ports/security-states.js';
import { PreviewEnforcement } from './application/preview-enforcement.js';
import { PurgeDenials } from './application/purge-denials.js';
import { ReadEnforcement } from './application/read-enforcement.js';
import { ReleaseSignOn } from './application/release-sign-on.js';
import { TellOfRequirements } from './application/tell-of-requirements.js';
import { RemindOfFactors } from './application/remind-of-factors.js';
import { RequireSignOn } from './application/require-sign-on.js';
import { SettleDesignation } from './application/settle-designation.js';
import { ShowEnforcement } from './application/show-enforcement.js';
import { ShowSignInRequirements } from './application/show-sign-in-requirements.js';
import { RetainBreakGlass } from './application/retain-break-glass.js';
import { SpareBreakGlass } from './application/spare-break-glass.js';
import { UseBreakGlass } from './application/use-break-glass.js';
import { BreakGlassTerms } from './domain/break-glass.js';

/** What other contexts may use. */
const OFFERED = [IsBreakGlass, RequireSignOn, ReleaseSignOn, ReadEnforcement, ReadLockedEnforcement, CountReadyBreakGlass];

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [
  SecurityOfMembers,
  StandbyOfOrganization,
  EmergencyAccessOfFactors,
  EmergencyAccountsOfDevices,
  LoginPolicyOfSessions,
  SignOnRequirementOfSso,
];

@Module({
  imports: [OrganizationsModule, SessionsModule, SsoModule],
  controllers: [EnforcementController, BreakGlassController, ExemptionsController, SignInRequirementsController],
  providers: [
    ...ANSWERS,
    ...OFFERED,
    DescribeSecurity,
    JudgeSignOn,
    JudgeLoginName,
    IsSignOnRequired,
    SpareBreakGlass,
    RetainBreakGlass,
    ShowEnforcement,
    ChangeEnforcement,
    PreviewEnforcement,
    FindBlockers,
    CountNeverSignedOn,
    JudgeEnforcement,
    LockEnforcement,
    DesignateBreakGlass,
    SettleDesignation,
    GrantExemption,
    EndExemption,
    ListExemptions,
    ExpireExemptions,
    DrillBreakGlass,
    UseBreakGlass,
    ShowSignInRequirements,
    ChangeSignInRequirements,
    ListPeopleWithoutFactor,
    RemindOfFactors,
    TellOfRequirements,
    PurgeDenials,
    scheduled('sso.purge-denials', '47 3 * * *', PurgeDenials),
    scheduled('sso.expire-exemptions', '*/5 * * * *', ExpireExemptions),
    scheduled('sign-in.remind-of-factors', '23 * * * *', RemindOfFactors),
    { provide: BreakGlassTerms, useFactory: termsOf, inject: [Config] },
    { provide: Enforcements, useClass: SqlEnforcements },
    { provide: BreakGlasses, useClass: TypeOrmBreakGlasses },
    { provide: SecurityStates, useClass: SqlSecurityStates },
    { provide: SignInRequirementsKept, useClass: SqlSignInRequirements },
    { provide: Exemptions, useClass: SqlExemptions },
    { provide: Denials, useClass: SqlDenials },
    { provide: BoundMembers, useClass: SqlBoundMembers },
  ],
  exports: [...OFFERED, ...ANSWERS],
})
export class SsoEnforcementModule {}

function termsOf({ sso }: Config): BreakGlassTerms {
  return { acceptsTotp: sso.breakGlassAcceptsTotp };
}
