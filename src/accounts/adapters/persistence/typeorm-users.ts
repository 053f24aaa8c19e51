import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { isAmongFound, peopleQuery } from '../../../platform/database/people-search.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { unseen } from '../../../platform/database/unseen.js';
import { lookOf } from '../../../shared/look-of-name.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type EmailCollision, Users } from '../../application/ports/users.js';
import { NameTaken } from '../../domain/account.errors.js';
import { User, type UserState } from '../../domain/user.js';
import { userSchema } from './schemas.js';

/**
 * Raw, because it is hot: logins and provisioning ask again and again, and what TypeORM builds for each call cost more than the database's
 * answer.
 */
const COLUMNS = Object.entries(userSchema.options.columns).map(([property, column]) => ({
  property: property as keyof UserState,
  name: column?.name ?? property,
}));
const NAMES = COLUMNS.map(({ name }) => name).join(', ');
const USERS = `SELECT ${COLUMNS.map(({ name, property }) => `${name} AS "${property}"`).join(', ')} FROM users`;

const BY_ID: PreparedStatement = { name: 'users_by_id', text: `${USERS} WHERE id = $1` };
const BY_EMAIL: PreparedStatement = { name: 'users_by_email', text: `${USERS} WHERE email_key = $1` };
const BY_LOGIN: PreparedStatement = {
  name: 'users_by_login',
  text: `${USERS} WHERE username_key = $1 OR email_key = $1 ORDER BY CASE WHEN username_key = $1 THEN 0 ELSE 1 END LIMIT 1`,
};
const BY_NAME: PreparedStatement = {
  name: 'users_by_name',
  text: `${USERS} WHERE username_key = $1 OR email_key = $1 OR username_look = $2 ORDER BY CASE WHEN username_key = $1 THEN 0 ELSE 1 END LIMIT 1`,
};
const HOLD: PreparedStatement = { name: 'users_hold', text: `${BY_ID.text} FOR SHARE` };
const LOCK: PreparedStatement = { name: 'users_lock', text: `${BY_ID.text} FOR UPDATE` };
const LOCK_BY_EMAIL: PreparedStatement = { name: 'users_lock_by_email', text: `${BY_EMAIL.text} FOR UPDATE` };
const LOCK_BY_EMAIL_AT_ONCE: PreparedStatement = {
  name: 'users_lock_by_email_at_once',
  text: `${LOCK_BY_EMAIL.text} SKIP LOCKED`,
};
/** In the order of ids, so that two who lock both never wait for each other. */
const LOCK_BOTH: PreparedStatement = {
  name: 'users_lock_both',
  text: `${USERS} WHERE id = $1 OR email_key = $2 ORDER BY id FOR UPDATE`,
};
/**
 * Raw: TypeORM cannot read sequences. A directory that brings people brings many at once. Ids that are left over become a gap in the
 * sequence, as after every rollback.
 */
const IDS_AT_ONCE = 16;
const NEXT_IDS: PreparedStatement = {
  name: 'users_next_ids',
  text: `SELECT nextval('users_id_seq')::int AS id FROM generate_series(1, ${unseen('$1::int')})`,
};
const ADD: PreparedStatement = {
  name: 'users_add',
  text: `INSERT INTO users (${NAMES}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`,
};
const SAVE: PreparedStatement = {
  name: 'users_save',
  text: `UPDATE users SET ${COLUMNS.map(({ name }, index) => `${name} = $${index + 1}`).join(', ')} WHERE id = $1`,
};
/** Raw, because it is hot. */
const LET_GO: PreparedStatement = {
  name: 'users_let_go',
  text: `UPDATE users SET trust_epoch = trust_epoch + 1, times_let_go = times_let_go + 1, trust_ended_at = $2, updated_at = $2
          WHERE id = $1`,
};

@Injectable()
export class TypeOrmUsers extends Users {
  private readonly ids: number[] = [];
  private readonly users;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.users = session.repository(userSchema);
  }

  async nextId(): Promise<number> {
    const kept = this.ids.shift();
    if (kept !== undefined) return kept;
    const rows = await this.session.query<{ id: number }>(NEXT_IDS, [IDS_AT_ONCE]);
    const [first, ...rest] = rows.map(({ id }) => id);
    if (first === undefined) throw new Error('The sequence of user ids answered nothing.');
    this.ids.push(...rest);
    return first;
  }

  async add(user: User): Promise<void> {
    await this.write(ADD, user);
  }

  findByLogin(key: string): Promise<User | null> {
    return this.one(BY_LOGIN, key);
  }

  async findByName(key: string): Promise<User | null> {
    const [row] = await this.session.query<UserState & object>(BY_NAME, [key, lookOf(key)]);
    return row === undefined ? null : User.restore(row);
  }

  findByEmail(key: string): Promise<User | null> {
    return this.one(BY_EMAIL, key);
  }

  find(id: number): Promise<User | null> {
    return this.one(BY_ID, id);
  }

  async pageOf(search: string | null, request: PageRequest): Promise<Page<User>> {
    const all = this.users.createQueryBuilder('user');
    const words = search === null ? null : peopleQuery(search);
    if (search !== null && words === null) return { items: [], total: 0 };
    if (words !== null) all.where(isAmongFound('user.id', ':words'), { words });
    const page = all.orderBy('user.id').limit(request.limit).offset(offsetOf(request));
    const [items, total] = await page.getManyAndCount();
    return { items, total };
  }

  hold(id: number): Promise<User | null> {
    return this.one(HOLD, id);
  }

  lock(id: number): Promise<User | null> {
    return this.one(LOCK, id);
  }

  lockByEmail(key: string): Promise<User | null> {
    return this.one(LOCK_BY_EMAIL, key);
  }

  lockByEmailAtOnce(key: string): Promise<User | null> {
    return this.one(LOCK_BY_EMAIL_AT_ONCE, key);
  }

  async lockBoth(id: number, key: string): Promise<User | null> {
    const rows = await this.session.query<UserState & object>(LOCK_BOTH, [id, key]);
    const row = rows.find((one) => one.id === id);
    return row === undefined ? null : User.restore(row);
  }

  async lockSystemAdmins(): Promise<readonly number[]> {
    // Raw: locked in one order, so that transactions never wait in a circle. The values are in the text because the index covers exactly these.
    const rows = await this.session.query<{ id: number }>(
      `SELECT id FROM users WHERE is_system_admin AND status = 'active' ORDER BY id FOR UPDATE`,
    );
    return rows.map(({ id }) => id);
  }

  async save(user: User): Promise<void> {
    await this.write(SAVE, user);
  }

  async letGo(id: number, at: Date): Promise<void> {
    await this.session.execute(LET_GO, [id, at]);
  }

  async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
    await this.users.update({ id, passwordHash: oldHash }, { passwordHash: newHash });
  }

  async lookAlikes(): Promise<readonly number[]> {
    const found = await this.users.find({
      select: { id: true },
      where: { usernameLook: IsNull() },
      order: { id: 'ASC' },
    });
    return found.map(({ id }) => id);
  }

  emailCollisions(): Promise<readonly EmailCollision[]> {
    // Raw: the join starts from a table that has no repository: only a migration writes it.
    return this.session.query<EmailCollision & object>(
      `SELECT u.id AS "userId", u.username, u.email, holder.id AS "holderId", holder.username AS "holderUsername"
         FROM email_collisions c
         JOIN users u ON u.id = c.user_id AND u.email_key = c.kept_key
         JOIN users holder ON holder.email_key = c.canonical_key
        ORDER BY u.id`,
    );
  }

  /** @throws NameTaken */
  private async write(statement: PreparedStatement, user: User): Promise<void> {
    try {
      await this.session.execute(
        statement,
        COLUMNS.map(({ property }) => user[property]),
      );
    } catch (error) {
      if (isUniqueViolation(error, 'users_username_look_unique')) throw new NameTaken('username');
      if (isUniqueViolation(error, 'users_username_key_unique')) throw new NameTaken('username');
      if (isUniqueViolation(error, 'users_email_key_unique')) throw new NameTaken('email');
      throw error;
    }
  }

  private async one(statement: PreparedStatement, key: string | number): Promise<User | null> {
    // Raw, as the statements say.
    const [row] = await this.session.query<UserState & object>(statement, [key]);
    return row === undefined ? null : User.restore(row);
  }
}
