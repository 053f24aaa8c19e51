import { Injectable } from '@nestjs/common';
import { type MailFate, MailFates } from '../../shared/ports/mailer.js';
import { type User, mailAbout } from '../domain/user.js';

/** What became of the newest link to choose a password of each account: an administrator who had it mailed wants to know. */
@Injectable()
export class TellOfMails {
  constructor(private readonly fates: MailFates) {}

  async execute(user: User): Promise<MailFate | null> {
    return (await this.ofAll([user]))(user);
  }

  /** @returns the answer for each of them, read at once */
  async ofAll(users: readonly User[]): Promise<(user: User) => MailFate | null> {
    const fates = await this.fates.of(users.map(mailAbout));
    return (user) => fates.get(mailAbout(user)) ?? null;
  }
}
