import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { GuessMails } from '../../application/ports/guess-mails.js';

const CLAIM: PreparedStatement = {
  name: 'guess_mails_claim',
  text: `INSERT INTO guess_mails AS m (user_id, sent_at) SELECT id, $2 FROM users WHERE id = $1 AND password_hash IS NOT NULL
         ON CONFLICT (user_id) DO UPDATE SET sent_at = $2 WHERE m.sent_at <= $3`,
};

/** Raw: it inserts from a row of the accounts and updates only under a condition. */
@Injectable()
export class SqlGuessMails extends GuessMails {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async claim(userId: number, at: Date, unlessSince: Date): Promise<boolean> {
    return (await this.session.execute(CLAIM, [userId, at, unlessSince])) === 1;
  }
}
