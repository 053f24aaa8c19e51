import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Users } from '../../application/ports/users.js';
import { NameTaken } from '../../domain/account.errors.js';
import { User } from '../../domain/user.js';

@Injectable()
export class TypeOrmUsers extends Users {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async nextId(): Promise<number> {
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('users_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of user ids answered nothing.');
    return row.id;
  }

  async add(user: User): Promise<void> {
    try {
      await this.session.repository(User).insert(user);
    } catch (error) {
      if (isUniqueViolation(error, 'users_username_key_unique')) throw new NameTaken('username');
      if (isUniqueViolation(error, 'users_email_key_unique')) throw new NameTaken('email');
      throw error;
    }
  }

  findByLogin(key: string): Promise<User | null> {
    return this.session
      .repository(User)
      .createQueryBuilder('user')
      .where('user.usernameKey = :key OR user.emailKey = :key', { key })
      .orderBy('CASE WHEN user.usernameKey = :key THEN 0 ELSE 1 END')
      .limit(1)
      .getOne();
  }

  findByEmail(key: string): Promise<User | null> {
    return this.session.repository(User).findOneBy({ emailKey: key });
  }

  find(id: number): Promise<User | null> {
    return this.session.repository(User).findOneBy({ id });
  }

  async pageOf(search: string | null, request: PageRequest): Promise<Page<User>> {
    const found = this.session.repository(User).createQueryBuilder('user');
    if (search !== null) {
      const prefix = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
      found.where('user.usernameKey LIKE :prefix OR user.emailKey LIKE :prefix', { prefix });
    }
    const page = found.orderBy('user.id').limit(request.limit).offset(offsetOf(request));
    const [items, total] = await page.getManyAndCount();
    return { items, total };
  }

  hold(id: number): Promise<User | null> {
    return this.session.repository(User).findOne({ where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  lock(id: number): Promise<User | null> {
    return this.session.repository(User).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async lockSystemAdmins(): Promise<readonly number[]> {
    // In one order, so that nobody waits in a circle.
    const rows = await this.session.query<{ id: number }>(
      `SELECT id FROM users WHERE is_system_admin AND status = 'active' ORDER BY id FOR UPDATE`,
    );
    return rows.map(({ id }) => id);
  }

  async save(user: User): Promise<void> {
    await this.session.repository(User).save(user);
  }

  async endTrust(id: number, at: Date): Promise<void> {
    await this.session.execute(
      'UPDATE users SET trust_epoch = trust_epoch + 1, trust_ended_at = $2, updated_at = $2 WHERE id = $1',
      [id, at],
    );
  }

  async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
    await this.session.execute('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
      id,
      oldHash,
      newHash,
    ]);
  }
}
