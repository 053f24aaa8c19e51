import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { approvalWantedMail } from '../domain/approval-mail.js';
import type { Provisioner } from '../domain/provisioner.js';
import { ScimTokens } from './ports/scim-tokens.js';

const ASKED_EVERY_MS = 86_400_000;

/** Asks the owners by mail to approve a token, or to revoke it. */
@Injectable()
export class AskForApproval {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Once a day for each token, however many requests of a synchronization are refused. */
  async execute(provisioner: Pick<Provisioner, 'tokenId' | 'tokenName' | 'organizationId'>): Promise<void> {
    const { tokenId, tokenName, organizationId } = provisioner;
    await this.unitOfWork.run(async () => {
      const at = this.clock.now();
      const unlessSince = new Date(at.getTime() - ASKED_EVERY_MS);
      if (!(await this.tokens.noteAsked(organizationId, tokenId, { at, unlessSince }))) return;
      const { subject, body } = approvalWantedMail({ tokenId, tokenName });
      const owners = await this.listHolders.execute(organizationId, '*');
      const cause = { about: `scim_token:${tokenId}`, organizationId };
      await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
      await this.auditTrail.record({
        action: 'scim_token.approval_asked',
        outcome: 'success',
        actorUserId: null,
        organizationId,
        target: { type: 'scim_token', id: tokenId },
        detail: { owners: owners.length },
      });
    });
  }
}
