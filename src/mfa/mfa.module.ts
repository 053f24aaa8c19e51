import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FactorsOfAccount } from './adapters/answers/factors-of-account.js';
import { FactorEnrolment } from './adapters/answers/factor-enrolment.js';
import { FactorsController } from './adapters/http/factors.controller.js';
import { TotpController } from './adapters/http/totp.controller.js';
import { UserFactorsController } from './adapters/http/user-factors.controller.js';
import { WebauthnController } from './adapters/http/webauthn.controller.js';
import { SqlCeremonies } from './adapters/persistence/sql-ceremonies.js';
import { TypeOrmChallenges } from './adapters/persistence/typeorm-challenges.js';
import { TypeOrmFactors } from './adapters/persistence/typeorm-factors.js';
import { TypeOrmRecoveryCodes } from './adapters/persistence/typeorm-recovery-codes.js';
import { OtplibTotp } from './adapters/totp/otplib-totp.js';
import { SimpleWebauthn } from './adapters/webauthn/simple-webauthn.js';
import { AddFactor } from './application/add-factor.js';
import { AdmitFactor } from './application/admit-factor.js';
import { AnswerChallenge } from './application/answer-challenge.js';
import { BeginAssertion } from './application/begin-assertion.js';
import { BeginChallenge } from './application/begin-challenge.js';
import { BeginRegistration } from './application/begin-registration.js';
import { ConfirmTotp } from './application/confirm-totp.js';
import { DiscardFactors } from './application/discard-factors.js';
import { EnrolTotp } from './application/enrol-totp.js';
import { ImportTotp } from './application/import-totp.js';
import { IssueRecoveryCodes } from './application/issue-recovery-codes.js';
import { ListFactors } from './application/list-factors.js';
import { Ceremonies, Challenges } from './application/ports/challenges.js';
import { Factors, RecoveryCodes } from './application/ports/factors.js';
import { Totp } from './application/ports/totp.js';
import { Webauthn } from './application/ports/webauthn.js';
import { ProveFactor } from './application/prove-factor.js';
import { PurgeMfa } from './application/purge-mfa.js';
import { RegisterWebauthn } from './application/register-webauthn.js';
import { RemoveFactor } from './application/remove-factor.js';
import { ReplaceRecoveryCodes } from './application/replace-recovery-codes.js';
import { ResetFactors } from './application/reset-factors.js';
import { ResetUserFactors } from './application/reset-user-factors.js';
import { VerifyFactor } from './application/verify-factor.js';

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [FactorEnrolment, FactorsOfAccount];

@Module({
  imports: [AccountsModule],
  controllers: [FactorsController, TotpController, WebauthnController, UserFactorsController],
  providers: [
    ...ANSWERS,
    ListFactors,
    EnrolTotp,
    ConfirmTotp,
    ImportTotp,
    BeginRegistration,
    RegisterWebauthn,
    AdmitFactor,
    AddFactor,
    RemoveFactor,
    IssueRecoveryCodes,
    ReplaceRecoveryCodes,
    DiscardFactors,
    ResetFactors,
    ResetUserFactors,
    BeginChallenge,
    BeginAssertion,
    AnswerChallenge,
    ProveFactor,
    VerifyFactor,
    PurgeMfa,
    scheduled('mfa.purge', '23 * * * *', PurgeMfa),
    { provide: Factors, useClass: TypeOrmFactors },
    { provide: RecoveryCodes, useClass: TypeOrmRecoveryCodes },
    { provide: Challenges, useClass: TypeOrmChallenges },
    { provide: Ceremonies, useClass: SqlCeremonies },
    { provide: Totp, useClass: OtplibTotp },
    { provide: Webauthn, useClass: SimpleWebauthn },
  ],
  exports: [...ANSWERS, ListFactors, ResetFactors, BeginChallenge, AnswerChallenge, ProveFactor],
})
export class MfaModule {}
