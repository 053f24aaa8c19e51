import { Injectable } from '@nestjs/common';
import { mintToken } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { MailedToken } from '../domain/mailed-token.js';
import { choosePasswordLink, passwordResetMail, welcomeMail } from '../domain/recovery-mails.js';
import { type User, mailAbout } from '../domain/user.js';
import { MailedTokens } from './ports/mailed-tokens.js';

/**
 * Mails a person the link by which they choose a password. The token appears in no answer and no log. Joins the
 * caller's unit of work.
 */
@Injectable()
export class MailPasswordLink {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly service: ServiceOrigin,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.requestId a request is answered only once @param input.user held or locked by the caller, or just
   * added
   */
  async execute({ user, requestId }: { user: User; requestId: string }): Promise<void> {
    const { token, hash } = mintToken();
    const issued = MailedToken.forPassword(user, { requestId, tokenHash: hash }, this.clock.now());
    if (!(await this.tokens.issue(issued))) return;
    const compose = user.passwordHash === null ? welcomeMail : passwordResetMail;
    const mail = compose(user, choosePasswordLink(this.service, token), issued.expiresAt);
    await this.mailer.send({ ...mail, about: mailAbout(user) });
  }
}
