import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { AnswerResetRequest } from '../../application/answer-reset-request.js';
import { PurgeMailedTokens } from '../../application/purge-mailed-tokens.js';
import { ANSWER_RESET_REQUEST } from '../../application/request-password-reset.js';

@Injectable()
export class AccountJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly answerResetRequest: AnswerResetRequest,
    private readonly purgeMailedTokens: PurgeMailedTokens,
  ) {}

  onModuleInit(): void {
    this.registry.handle(ANSWER_RESET_REQUEST, ({ user_id: userId, request_id: requestId }) =>
      this.answerResetRequest.execute({
        userId: typeof userId === 'number' ? userId : null,
        requestId: String(requestId),
      }),
    );
    this.registry.schedule('accounts.purge-mailed-tokens', '37 3 * * *', async () => {
      await this.purgeMailedTokens.execute();
    });
  }
}
