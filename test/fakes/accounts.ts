import { randomUUID } from 'node:crypto';
import { CommonPasswords, PasswordHasher } from '../../src/accounts/application/ports/password-hasher.js';
import { MailedTokens } from '../../src/accounts/application/ports/mailed-tokens.js';
import { type EmailCollision, Users } from '../../src/accounts/application/ports/users.js';
import { NameTaken } from '../../src/accounts/domain/account.errors.js';
import type { MailedToken, TokenPurpose } from '../../src/accounts/domain/mailed-token.js';
import { User } from '../../src/accounts/domain/user.js';
import { soughtWords } from '../../src/shared/name-words.js';
import { lookOf } from '../../src/shared/look-of-name.js';
import type { Page, PageRequest } from '../../src/shared/page.js';
import { Duplicate, type MemoryUnitOfWork, Rows, hex, pageOf } from './memory.js';

export class MemoryUsers extends Users {
  readonly rows: Rows<User>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.rows = new Rows(unitOfWork, {
      name: 'users',
      keyOf: ({ id }) => id,
      unique: {
        username: ({ usernameKey }) => usernameKey,
        look: ({ usernameLook }) => usernameLook,
        email: ({ emailKey }) => emailKey,
      },
    });
  }

  nextId(): Promise<number> {
    return Promise.resolve(this.rows.nextId());
  }

  async add(user: User): Promise<void> {
    await refusingTaken(() => this.rows.insert(user));
  }

  async findByLogin(key: string): Promise<User | null> {
    const byName = await this.rows.one(({ usernameKey }) => usernameKey === key);
    return byName ?? this.findByEmail(key);
  }

  async findByName(key: string): Promise<User | null> {
    return (await this.findByLogin(key)) ?? this.rows.one(({ usernameLook }) => usernameLook === lookOf(key));
  }

  findByEmail(key: string): Promise<User | null> {
    return this.rows.one(({ emailKey }) => emailKey === key);
  }

  find(id: number): Promise<User | null> {
    return this.rows.one((user) => user.id === id);
  }

  async pageOf(search: string | null, request: PageRequest): Promise<Page<User>> {
    const sought = search === null ? null : soughtWords(search);
    const found = await this.rows.where(({ usernameKey, emailKey, nameWords }) => {
      const words = `${nameWords ?? ''} ${usernameKey} ${emailKey}`.split(/[^\p{L}\p{M}\p{N}]+/u);
      const begins = (forms: readonly string[]): boolean => forms.some((form) => words.some((word) => word.startsWith(form)));
      return sought === null || (sought.length > 0 && sought.every(begins));
    });
    return pageOf(
      found.sort((one, other) => one.id - other.id),
      request,
    );
  }

  async hold(id: number): Promise<User | null> {
    return (await this.rows.lock((user) => user.id === id, 'shared'))[0] ?? null;
  }

  async lock(id: number): Promise<User | null> {
    return (await this.rows.lock((user) => user.id === id))[0] ?? null;
  }

  async lockByEmail(key: string): Promise<User | null> {
    return (await this.rows.lock(({ emailKey }) => emailKey === key))[0] ?? null;
  }

  async lockByEmailAtOnce(key: string): Promise<User | null> {
    return (await this.rows.lockFree(({ emailKey }) => emailKey === key))[0] ?? null;
  }

  async lockBoth(id: number, key: string): Promise<User | null> {
    const both = await this.rows.lock((user) => user.id === id || user.emailKey === key);
    return both.find((user) => user.id === id) ?? null;
  }

  async lockSystemAdmins(): Promise<readonly number[]> {
    return (await this.rows.lock(({ isSystemAdmin, isActive }) => isSystemAdmin && isActive)).map(({ id }) => id);
  }

  async save(user: User): Promise<void> {
    await refusingTaken(() =>
      this.rows.update(
        ({ id }) => id === user.id,
        () => user,
      ),
    );
  }

  async letGo(id: number, at: Date): Promise<void> {
    const raised = (user: User): User =>
      User.restore({
        ...user,
        trustEpoch: user.trustEpoch + 1,
        timesLetGo: user.timesLetGo + 1,
        trustEndedAt: at,
        updatedAt: at,
      });
    await this.rows.update((user) => user.id === id, raised);
  }

  async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
    await this.rows.update(
      (user) => user.id === id && user.passwordHash === oldHash,
      (user) => User.restore({ ...user, passwordHash: newHash }),
    );
  }

  async lookAlikes(): Promise<readonly number[]> {
    return (await this.rows.where(({ usernameLook }) => usernameLook === null)).map(({ id }) => id);
  }

  /** They come from an old installation alone. */
  emailCollisions(): Promise<readonly EmailCollision[]> {
    return Promise.resolve([]);
  }
}

async function refusingTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof Duplicate) throw new NameTaken(error.rule === 'users.email' ? 'email' : 'username');
    throw error;
  }
}

type KeptToken = Omit<MailedToken, 'tokenHash' | 'isGoodFor'> & { readonly token: MailedToken | null };

export class MemoryMailedTokens extends MailedTokens {
  private readonly rows: Rows<KeptToken>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.rows = new Rows(unitOfWork, {
      name: 'mailed_tokens',
      keyOf: ({ userId, purpose }) => `${userId} ${purpose}`,
    });
  }

  newRequestId(): string {
    return randomUUID();
  }

  issue(token: MailedToken): Promise<boolean> {
    const { userId, purpose, requestId, emailKey, newEmail, trustEpoch, expiresAt } = token;
    const kept = { userId, purpose, requestId, emailKey, newEmail, trustEpoch, expiresAt, token };
    return this.rows.upsert(kept, (older) => (older.requestId === requestId ? null : kept));
  }

  async find(purpose: TokenPurpose, tokenHash: Uint8Array): Promise<MailedToken | null> {
    return (await this.rows.one((row) => row.purpose === purpose && isOf(row, tokenHash)))?.token ?? null;
  }

  async waiting(userId: number, purpose: TokenPurpose): Promise<MailedToken | null> {
    return (await this.rows.one((row) => row.userId === userId && row.purpose === purpose))?.token ?? null;
  }

  async withdraw(userId: number, purpose: TokenPurpose): Promise<boolean> {
    const withdrawn = await this.rows.update(
      (row) => row.userId === userId && row.purpose === purpose && row.token !== null,
      (row) => ({ ...row, token: null }),
    );
    return withdrawn.length === 1;
  }

  async spend({ userId, purpose, tokenHash }: MailedToken): Promise<boolean> {
    const spent = await this.rows.update(
      (row) => row.userId === userId && row.purpose === purpose && isOf(row, tokenHash),
      (row) => ({ ...row, token: null }),
    );
    return spent.length === 1;
  }

  async purge(before: Date): Promise<number> {
    return (await this.rows.remove(({ expiresAt }) => expiresAt < before)).length;
  }
}

function isOf({ token }: KeptToken, hash: Uint8Array): boolean {
  return token !== null && hex(token.tokenHash) === hex(hash);
}

/** Reversible on purpose: what a spec sees in a row is the password that opens the account. */
export class PlainPasswordHasher extends PasswordHasher {
  /** Of each verification: whether there was a hash to compare with. */
  readonly verified: boolean[] = [];
  /** Marks the hashes that it makes from now on; others are outdated. */
  cost = 'now';

  hash(password: string): Promise<string> {
    return Promise.resolve(`${this.cost}:${password}`);
  }

  verify(password: string, hash: string | null): Promise<boolean> {
    this.verified.push(hash !== null);
    return Promise.resolve(hash !== null && hash.slice(hash.indexOf(':') + 1) === password);
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(`${this.cost}:`);
  }
}

export class FewCommonPasswords extends CommonPasswords {
  includes(candidate: string): boolean {
    return ['password', 'qwertyuiop'].includes(candidate.toLowerCase());
  }
}
