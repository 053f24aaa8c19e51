import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { StepUpSignedOn } from '../../sessions/application/step-up-signed-on.js';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LoginCodes } from './ports/login-codes.js';

/** The client brings the code that its address received; only in the session that asked for it. */
@Injectable()
export class CompleteStepUp {
  constructor(
    private readonly codes: LoginCodes,
    private readonly findAccount: FindAccount,
    private readonly stepUpSignedOn: StepUpSignedOn,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized, the same for every reason */
  async execute(input: { caller: Caller; code: string }): Promise<{ accessToken: string; expiresIn: number }> {
    const { userId: actorUserId, sessionId } = input.caller;
    const event = { action: 'session.stepped_up', actorUserId, target: { type: 'session', id: sessionId } };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const hash = hashToken(input.code);
        const code = hash && (await this.codes.find(hash));
        if (code?.stepUpSessionId !== sessionId) throw refusal();
        await this.findAccount.hold(actorUserId);
        const identity = await this.codes.spend(code.codeHash, this.clock.now());
        if (identity?.userId !== actorUserId) throw refusal();
        return this.stepUpSignedOn.execute(input.caller, code);
      }),
    );
  }
}

function refusal(): Unauthorized {
  return new Unauthorized('The code is wrong, used or too old. Start the sign-on again.');
}
