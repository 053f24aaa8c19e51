import type { Factors } from '../../src/mfa/application/ports/factors.js';
import { AccessTokens } from '../../src/sessions/application/ports/access-tokens.js';
import { GuessMails } from '../../src/sessions/application/ports/guess-mails.js';
import {
  type LiveSession,
  type Liveness,
  type Recognition,
  type RefreshableSession,
  type SessionRow,
  type SessionsOfConnection,
  Sessions,
} from '../../src/sessions/application/ports/sessions.js';
import type { AccessTokenClaims } from '../../src/sessions/domain/access-token-claims.js';
import type { Authentication, EndedSession, NewSession, SessionEnd, SignOn } from '../../src/sessions/domain/session.js';
import { networkOf } from '../../src/shared/network.js';
import type { Page, PageRequest } from '../../src/shared/page.js';
import type { MemoryUsers } from './accounts.js';
import { type MemoryUnitOfWork, Rows, hex, pageOf } from './memory.js';

export interface KeptSession extends NewSession {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: SessionEnd | null;
}

/** A connection to an identity provider belongs to an organization; a scene says to which. */
export type OrganizationOfConnection = (connectionId: number) => number | null;

export class MemorySessions extends Sessions {
  readonly rows: Rows<KeptSession>;

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    private readonly users: MemoryUsers,
    private readonly factors: Pick<Factors, 'confirmedOf'>,
    private readonly organizationOf: OrganizationOfConnection,
  ) {
    super();
    this.rows = new Rows(unitOfWork, { name: 'sessions', keyOf: ({ id }) => id });
  }

  /** As the share lock of the statement: a login waits for a change of credentials in progress, and then sees that it lost. */
  open(session: NewSession, trustEpoch: number): Promise<number | null> {
    return this.unitOfWork.run(async () => {
      const user = await this.users.hold(session.userId);
      if (user?.isActive !== true || user.trustEpoch !== trustEpoch) return null;
      const id = this.rows.nextId();
      const at = session.authenticatedAt;
      await this.rows.insert({ ...session, id, createdAt: at, lastUsedAt: at, endedAt: null, endReason: null });
      return id;
    });
  }

  async findLive(subject: { userId: number; sessionId: number }, liveness: Liveness): Promise<LiveSession | null> {
    const session = await this.rows.one(({ id }) => id === subject.sessionId);
    const user = await this.users.find(subject.userId);
    if (session?.userId !== subject.userId || !isLive(session, liveness) || user?.isActive !== true) return null;
    const { amr, acr, authenticatedAt, mfaAt, deviceId, signOn, lastUsedAt } = session;
    const { username, email, isSystemAdmin } = user;
    const proved = { amr, acr, authenticatedAt, mfaAt, deviceId, ssoConnectionId: signOn?.connectionId ?? null };
    const hasFactor = (await this.factors.confirmedOf(user.id)).length > 0;
    return { caller: { ...subject, username, email, isSystemAdmin, hasFactor, ...proved }, lastUsedAt };
  }

  async refresh(refreshTokenHash: Uint8Array, liveness: Liveness, unlessSince: Date): Promise<RefreshableSession | null> {
    const session = await this.rows.one((one) => isOfToken(one, refreshTokenHash) && isLive(one, liveness));
    if (session === null || (await this.users.find(session.userId))?.isActive !== true) return null;
    const { id: sessionId, userId, amr, acr, authenticatedAt, lastUsedAt } = session;
    if (lastUsedAt < unlessSince) await this.touch(sessionId, liveness.now);
    return { sessionId, userId, amr, acr, authenticatedAt };
  }

  renew(session: { id: number; userId: number }, proved: Authentication, idToken?: string | null): Promise<number | null> {
    return this.unitOfWork.run(async () => {
      const [old] = await this.rows.remove((one) => isOf(one, session) && one.endedAt === null);
      if (old === undefined) return null;
      const id = this.rows.nextId();
      const signOn = old.signOn && idToken !== undefined ? { ...old.signOn, idToken } : old.signOn;
      await this.rows.insert({ ...old, ...proved, signOn, id });
      return id;
    });
  }

  async lock(session: { id: number; userId: number }): Promise<boolean> {
    return (await this.rows.lock((one) => isOf(one, session) && one.endedAt === null)).length > 0;
  }

  async attachDevice(sessionId: number, deviceId: number): Promise<void> {
    await this.rows.update(
      ({ id }) => id === sessionId,
      (one) => ({ ...one, deviceId }),
    );
  }

  async forgetFactor(sessionId: number): Promise<void> {
    await this.rows.update(
      ({ id, mfaAt }) => id === sessionId && mfaAt !== null,
      (one) => ({ ...one, mfaAt: null, acr: 'aal1' as const }),
    );
  }

  endOfDevice(deviceId: number, reason: SessionEnd, at: Date): Promise<number> {
    return this.endThose((one) => one.deviceId === deviceId, reason, at);
  }

  async touch(sessionId: number, at: Date): Promise<void> {
    await this.rows.update(
      ({ id, lastUsedAt }) => id === sessionId && lastUsedAt < at,
      (one) => ({ ...one, lastUsedAt: at }),
    );
  }

  async pageOf(userId: number, liveness: Liveness, request: PageRequest): Promise<Page<SessionRow>> {
    const live = await this.rows.where((one) => one.userId === userId && isLive(one, liveness));
    const latest = live.sort((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime() || other.id - one.id);
    const { items, total } = pageOf(latest, request);
    const shown = items.map(({ id, createdAt, lastUsedAt, ip, deviceName, amr }) => {
      return { id, createdAt, lastUsedAt, ip, deviceName, amr };
    });
    return { items: shown, total };
  }

  async end(session: { id: number; userId: number }, reason: SessionEnd, at: Date): Promise<EndedSession | null> {
    return this.endOne((one) => isOf(one, session), reason, at);
  }

  endOfToken(hash: Uint8Array, reason: SessionEnd, at: Date): Promise<EndedSession | null> {
    return this.endOne((one) => isOfToken(one, hash) && one.endedAt === null, reason, at);
  }

  private endOne(isIt: (one: KeptSession) => boolean, reason: SessionEnd, at: Date): Promise<EndedSession | null> {
    return this.unitOfWork.run(async () => {
      const [was] = await this.rows.lock(isIt);
      if (was === undefined) return null;
      await this.rows.update(
        ({ id }) => id === was.id,
        (one) => withoutIdToken({ ...one, endedAt: one.endedAt ?? at, endReason: one.endReason ?? reason }),
      );
      return { sessionId: was.id, userId: was.userId, signOn: was.signOn };
    });
  }

  endAll(userId: number, reason: SessionEnd, at: Date, keep: number | null): Promise<number> {
    return this.endThose((one) => one.userId === userId && one.id !== keep, reason, at);
  }

  endOfOrganization(of: { userId: number; organizationId: number }, reason: SessionEnd, at: Date): Promise<number> {
    const isOfProvider = ({ userId, signOn }: KeptSession): boolean =>
      userId === of.userId && signOn !== null && this.organizationOf(signOn.connectionId) === of.organizationId;
    return this.endThose(isOfProvider, reason, at);
  }

  endOfConnection(scope: SessionsOfConnection, reason: SessionEnd, at: Date): Promise<number> {
    const { connectionId, providerSessionId, identityId } = scope;
    const isInScope = ({ signOn }: KeptSession): boolean =>
      signOn?.connectionId === connectionId &&
      (providerSessionId === null || signOn.providerSessionId === providerSessionId) &&
      (identityId === null || signOn.identityId === identityId);
    return this.endThose(isInScope, reason, at);
  }

  async signOnOf(session: { id: number; userId: number }): Promise<SignOn | null> {
    return (await this.rows.one((one) => isOf(one, session)))?.signOn ?? null;
  }

  async recognise(network: string, userId: number): Promise<Recognition> {
    const seen = await this.rows.where(({ ip }) => networkOf(ip) === network);
    const hasFactor = (await this.factors.confirmedOf(userId)).length > 0;
    return { user: seen.some((one) => one.userId === userId), anybody: seen.length > 0, hasFactor };
  }

  async forgetIdTokens(liveness: Liveness): Promise<number> {
    return (await this.rows.update((one) => !isLive(one, liveness) && (one.signOn?.idToken ?? null) !== null, withoutIdToken)).length;
  }

  async purge(before: Date): Promise<number> {
    const isOld = (one: KeptSession): boolean => one.expiresAt < before || (one.endedAt !== null && one.endedAt < before);
    return (await this.rows.remove(isOld)).length;
  }

  private async endThose(isMeant: (one: KeptSession) => boolean, reason: SessionEnd, at: Date): Promise<number> {
    const ended = await this.rows.update(
      (one) => one.endedAt === null && isMeant(one),
      (one) => withoutIdToken({ ...one, endedAt: at, endReason: reason }),
    );
    return ended.length;
  }
}

function isLive({ endedAt, expiresAt, lastUsedAt }: KeptSession, { now, idleSince }: Liveness): boolean {
  return endedAt === null && expiresAt > now && lastUsedAt > idleSince;
}

function withoutIdToken(one: KeptSession): KeptSession {
  return { ...one, signOn: one.signOn && { ...one.signOn, idToken: null } };
}

function isOf(one: KeptSession, session: { id: number; userId: number }): boolean {
  return one.id === session.id && one.userId === session.userId;
}

function isOfToken(one: KeptSession, hash: Uint8Array): boolean {
  return hex(one.refreshTokenHash) === hex(hash);
}

interface GuessMail {
  readonly userId: number;
  readonly at: Date;
}

export class MemoryGuessMails extends GuessMails {
  private readonly rows: Rows<GuessMail>;

  constructor(
    unitOfWork: MemoryUnitOfWork,
    private readonly users: MemoryUsers,
  ) {
    super();
    this.rows = new Rows(unitOfWork, { name: 'guess_mails', keyOf: ({ userId }) => userId });
  }

  async claim(userId: number, at: Date, unlessSince: Date): Promise<boolean> {
    if (((await this.users.find(userId))?.passwordHash ?? null) === null) return false;
    return this.rows.upsert({ userId, at }, (last) => (last.at > unlessSince ? null : { userId, at }));
  }
}

/** The claims can be read in the token; nothing is signed. */
export class ReadableAccessTokens extends AccessTokens {
  sign(claims: AccessTokenClaims): Promise<string> {
    return Promise.resolve(JSON.stringify(claims));
  }

  publicJwks(): Promise<readonly []> {
    return Promise.resolve([]);
  }
}
