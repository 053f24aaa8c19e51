import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { EnterConversation } from './enter-conversation.js';
import { Conversations } from './ports/conversations.js';

@Injectable()
export class DeleteConversation {
  constructor(
    private readonly enterConversation: EnterConversation,
    private readonly conversations: Conversations,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, conversationId: number): Promise<void> {
    const { organizationId } = await this.enterConversation.execute(caller, conversationId);
    await this.unitOfWork.run(async () => {
      if (!(await this.conversations.delete(conversationId))) throw new NotFound('Conversation');
      await this.auditTrail.record({
        action: 'conversation.deleted',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'conversation', id: conversationId },
      });
    });
  }
}
