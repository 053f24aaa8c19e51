import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { guessesRefusedMail } from '../domain/guesses-mail.js';
import { GuessMails } from './ports/guess-mails.js';

const DAY_MS = 86_400_000;

/** Tells the holder of an account that someone guesses its password: at most once a day. */
@Injectable()
export class TellOfGuesses {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly guessMails: GuessMails,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the refusal. */
  async execute(input: { userId: number; ip: string | null }): Promise<void> {
    const now = this.clock.now();
    if (!(await this.guessMails.claim(input.userId, now, new Date(now.getTime() - DAY_MS)))) return;
    const user = await this.findAccount.execute(input.userId);
    if (user !== null) await this.mailer.send(guessesRefusedMail(user, input.ip, now));
  }
}
