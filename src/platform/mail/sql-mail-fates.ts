import { Injectable } from '@nestjs/common';
import { type MailFate, MailFates } from '../../shared/ports/mailer.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

const NEWEST = {
  name: 'outbox.fates',
  text: `SELECT DISTINCT ON (about) about, last_error AS reason,
      CASE WHEN failed_at IS NOT NULL THEN 'undeliverable' WHEN sent_at IS NOT NULL THEN 'delivered' ELSE 'waiting' END AS state
    FROM outbox_mails WHERE about = ANY ($1::text[]) ORDER BY about, id DESC`,
};

/** Raw: takes the newest of each set. */
@Injectable()
export class SqlMailFates extends MailFates {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(abouts: readonly string[]): Promise<ReadonlyMap<string, MailFate>> {
    const rows = await this.session.query<MailFate & { about: string }>(NEWEST, [abouts]);
    return new Map(rows.map(({ about, state, reason }) => [about, { state, reason }]));
  }
}
