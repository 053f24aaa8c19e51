import { Injectable } from '@nestjs/common';
import { hasFactor } from '../../../platform/database/has-factor.js';
import { lastWriteBy } from '../../../platform/database/last-writes.js';
import { isWithinLimits } from '../../../platform/database/session-limits.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { noteLastWrite } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import {
  type SessionsOfConnection,
  type LiveSession,
  type Liveness,
  type Recognition,
  type RefreshableSession,
  type SessionRow,
  Sessions,
} from '../../application/ports/sessions.js';
import { networkOf } from '../../../shared/network.js';
import type { Authentication, EndedSession, NewSession, SessionEnd, SignOn } from '../../domain/session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { type EndedRow, endingAll, endingOne, sealedIdToken, toEnded } from './kept-id-tokens.js';

const LIVE = `s.ended_at IS NULL AND s.expires_at > $1 AND s.last_used_at > $2 AND ${isWithinLimits('$1::timestamptz')}`;

/** One indexed read for each authenticated request: session, user and whether there is a second factor in a single look. */
const findLive = (name: string, more = ''): PreparedStatement => ({
  name,
  text: `SELECT s.amr, s.acr, s.authenticated_at AS "authenticatedAt", s.last_used_at AS "lastUsedAt",
                s.mfa_at AS "mfaAt", s.device_id AS "deviceId", s.sso_connection_id AS "ssoConnectionId",
                u.username, u.display_name AS "displayName", u.email, u.is_system_admin AS "isSystemAdmin", ${hasFactor('u.id')} AS "hasFactor"${more}
           FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE s.id = $3 AND s.user_id = $4 AND ${LIVE} AND u.status = 'active'`,
});
const FIND_LIVE = findLive('sessions_find_live');
/** Used when replicas answer reads: the time of the caller's last write costs no statement of its own. */
const FIND_LIVE_AND_WRITE = findLive('sessions_find_live_and_write', `, ${lastWriteBy('$4')} AS "lastWrite"`);

type FoundLive = Omit<Caller, 'userId' | 'sessionId'> & { lastUsedAt: Date; lastWrite?: number | null };

/** Writes only now and then: clients that refresh often would write a new version of the row each time. */
const REFRESH: PreparedStatement = {
  name: 'sessions_refresh',
  text: `WITH found AS (
           SELECT s.id AS "sessionId", s.user_id AS "userId", s.amr, s.acr, s.authenticated_at AS "authenticatedAt", s.last_used_at
             FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.refresh_token_hash = $3 AND ${LIVE} AND u.status = 'active'),
         touched AS (
           UPDATE sessions s SET last_used_at = $1 FROM found WHERE s.id = found."sessionId" AND s.ended_at IS NULL AND found.last_used_at < $4)
         SELECT "sessionId", "userId", amr, acr, "authenticatedAt" FROM found`,
};

/** One row without a session if the page is past the end. */
const PAGE: PreparedStatement = {
  name: 'sessions_page',
  text: `WITH live AS MATERIALIZED (
           SELECT s.id, s.created_at, s.last_used_at, s.ip, s.device_name, s.amr FROM sessions s WHERE s.user_id = $3 AND ${LIVE})
         SELECT counted.total, page.id, page.created_at AS "createdAt", page.last_used_at AS "lastUsedAt", page.ip,
                page.device_name AS "deviceName", page.amr
           FROM (SELECT count(*)::int AS total FROM live) counted
           LEFT JOIN (SELECT * FROM live ORDER BY last_used_at DESC, id DESC LIMIT $4 OFFSET $5) page ON true
          ORDER BY page.last_used_at DESC, page.id DESC`,
};

const END_ALL: PreparedStatement = { name: 'sessions_end_all', text: endingAll('user_id = $3 AND ($4::int IS NULL OR id <> $4)') };

/** The share lock makes a login wait for a change of credentials in progress, and then see that it lost. */
const OPEN: PreparedStatement = {
  name: 'sessions_open',
  text: `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, ip, network,
                               user_agent, device_name, mfa_at, device_id, sso_connection_id, sso_identity_id, sso_session_id,
                               id_token_sealed)
         SELECT u.id, $3, $4, $5, $6, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
           FROM (SELECT id FROM users WHERE id = $1 AND trust_epoch = $2 AND status = 'active' FOR SHARE) u
      RETURNING id`,
};

const LOCK: PreparedStatement = {
  name: 'sessions_lock',
  text: 'SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL FOR UPDATE',
};

const ATTACH_DEVICE: PreparedStatement = { name: 'sessions_attach_device', text: 'UPDATE sessions SET device_id = $2 WHERE id = $1' };

const TOUCH: PreparedStatement = {
  name: 'sessions_touch',
  text: 'UPDATE sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2',
};

const RECOGNISE: PreparedStatement = {
  name: 'sessions_recognise',
  text: `SELECT EXISTS (SELECT FROM sessions WHERE network = $1 AND user_id = $2) AS "user",
                EXISTS (SELECT FROM sessions WHERE network = $1) AS anybody, ${hasFactor('$2')} AS "hasFactor"`,
};

/** Raw: logins, refreshes and all authenticated requests ask most of it. */
@Injectable()
export class SqlSessions extends Sessions {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async open(opened: NewSession, trustEpoch: number): Promise<number | null> {
    const { userId, refreshTokenHash, amr, acr, authenticatedAt, expiresAt, ip, userAgent, deviceName } = opened;
    const { mfaAt, deviceId, signOn } = opened;
    const [row] = await this.session.query<{ id: number }>(OPEN, [
      userId,
      trustEpoch,
      refreshTokenHash,
      amr,
      acr,
      authenticatedAt,
      expiresAt,
      ip,
      networkOf(ip),
      userAgent,
      deviceName,
      mfaAt,
      deviceId,
      signOn?.connectionId ?? null,
      signOn?.identityId ?? null,
      signOn?.providerSessionId ?? null,
      sealedIdToken(this.secretBox, signOn?.idToken, refreshTokenHash),
    ]);
    return row?.id ?? null;
  }

  async findLive(subject: { userId: number; sessionId: number }, liveness: Liveness): Promise<LiveSession | null> {
    const values = [liveness.now, liveness.idleSince, subject.sessionId, subject.userId];
    const { notesWrites } = this.session;
    const [row] = await this.session.query<FoundLive>(notesWrites ? FIND_LIVE_AND_WRITE : FIND_LIVE, values);
    if (row === undefined) return null;
    if (notesWrites) noteLastWrite(row.lastWrite ?? 0);
    // Spelled out: copying all members but two takes the engine longer than everything else here.
    const { username, displayName, email, isSystemAdmin, hasFactor } = row;
    const { amr, acr, authenticatedAt, mfaAt, deviceId, ssoConnectionId, lastUsedAt } = row;
    const person = { username, displayName, email, isSystemAdmin, amr, acr, authenticatedAt, mfaAt, deviceId, ssoConnectionId, hasFactor };
    return { caller: { userId: subject.userId, sessionId: subject.sessionId, ...person }, lastUsedAt };
  }

  async refresh(refreshTokenHash: Uint8Array, liveness: Liveness, unlessSince: Date): Promise<RefreshableSession | null> {
    const values = [liveness.now, liveness.idleSince, refreshTokenHash, unlessSince];
    return (await this.session.query<RefreshableSession>(REFRESH, values))[0] ?? null;
  }

  async renew(session: { id: number; userId: number }, proved: Authentication, idToken?: string | null): Promise<number | null> {
    const { amr, acr, authenticatedAt, mfaAt } = proved;
    const values = [session.id, session.userId, amr, acr, authenticatedAt, mfaAt];
    const sealed = idToken === undefined ? [] : [await this.sealedFor(session, idToken)];
    const [row] = await this.session.query<{ id: number }>(
      `UPDATE sessions SET id = nextval('sessions_id_seq'), amr = $3, acr = $4, authenticated_at = $5, mfa_at = $6
                           ${sealed.length > 0 ? ', id_token_sealed = $7' : ''}
        WHERE id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id`,
      [...values, ...sealed],
    );
    return row?.id ?? null;
  }

  private async sealedFor({ id, userId }: { id: number; userId: number }, idToken: string | null): Promise<string | null> {
    if (idToken === null) return null;
    const find = 'SELECT refresh_token_hash AS hash FROM sessions WHERE id = $1 AND user_id = $2 FOR UPDATE';
    const [row] = await this.session.query<{ hash: Buffer }>(find, [id, userId]);
    return row === undefined ? null : sealedIdToken(this.secretBox, idToken, row.hash);
  }

  async lock(session: { id: number; userId: number }): Promise<boolean> {
    return (await this.session.query(LOCK, [session.id, session.userId])).length > 0;
  }

  async attachDevice(sessionId: number, deviceId: number): Promise<void> {
    await this.session.execute(ATTACH_DEVICE, [sessionId, deviceId]);
  }

  async forgetFactor(sessionId: number): Promise<void> {
    const left = `ARRAY(SELECT one FROM unnest(amr) AS one WHERE one NOT IN ('otp', 'hwk', 'rc', 'trusted_device'))`;
    await this.session.execute(`UPDATE sessions SET mfa_at = NULL, acr = 'aal1', amr = ${left} WHERE id = $1 AND mfa_at IS NOT NULL`, [
      sessionId,
    ]);
  }

  endOfDevice(deviceId: number, reason: SessionEnd, at: Date): Promise<number> {
    return this.session.execute(endingAll('device_id = $3'), [at, reason, deviceId]);
  }

  async touch(sessionId: number, at: Date): Promise<void> {
    await this.session.execute(TOUCH, [sessionId, at]);
  }

  async pageOf(userId: number, liveness: Liveness, request: PageRequest): Promise<Page<SessionRow>> {
    const values = [liveness.now, liveness.idleSince, userId, request.limit, offsetOf(request)];
    const rows = await this.session.query<Omit<SessionRow, 'id'> & { id: number | null; total: number }>(PAGE, values);
    const items = rows.flatMap(({ id, createdAt, lastUsedAt, ip, deviceName, amr }) =>
      id === null ? [] : [{ id, createdAt, lastUsedAt, ip, deviceName, amr }],
    );
    return { items, total: rows[0]?.total ?? 0 };
  }

  async end(session: { id: number; userId: number }, reason: SessionEnd, at: Date): Promise<EndedSession | null> {
    const values = [at, reason, session.id, session.userId];
    const [row] = await this.session.query<EndedRow & object>(endingOne('id = $3 AND user_id = $4'), values);
    return row === undefined ? null : toEnded(this.secretBox, row);
  }

  async endOfToken(refreshTokenHash: Uint8Array, reason: SessionEnd, at: Date): Promise<EndedSession | null> {
    const ending = endingOne('refresh_token_hash = $3 AND ended_at IS NULL');
    const [row] = await this.session.query<EndedRow & object>(ending, [at, reason, refreshTokenHash]);
    return row === undefined ? null : toEnded(this.secretBox, row);
  }

  endAll(userId: number, reason: SessionEnd, at: Date, keep: number | null): Promise<number> {
    return this.session.execute(END_ALL, [at, reason, userId, keep]);
  }

  endOfOrganization(of: { userId: number; organizationId: number }, reason: SessionEnd, at: Date): Promise<number> {
    const where = 'user_id = $3 AND sso_connection_id IN (SELECT c.id FROM sso_connections c WHERE c.organization_id = $4)';
    return this.session.execute(endingAll(where), [at, reason, of.userId, of.organizationId]);
  }

  endOfConnection(scope: SessionsOfConnection, reason: SessionEnd, at: Date): Promise<number> {
    const where = `sso_connection_id = $3 AND ($5::int IS NULL OR sso_identity_id = $5)
      AND ($4::text IS NULL OR sso_session_id = $4 OR (sso_session_id IS NULL AND $5::int IS NOT NULL))`;
    return this.session.execute(endingAll(where), [at, reason, scope.connectionId, scope.providerSessionId, scope.identityId]);
  }

  async signOnOf(session: { id: number; userId: number }): Promise<SignOn | null> {
    const [row] = await this.session.query<SignOn & object>(
      `SELECT sso_connection_id AS "connectionId", sso_identity_id AS "identityId", sso_session_id AS "providerSessionId"
         FROM sessions WHERE id = $1 AND user_id = $2 AND sso_connection_id IS NOT NULL AND sso_identity_id IS NOT NULL`,
      [session.id, session.userId],
    );
    return row ?? null;
  }

  async recognise(network: string, userId: number): Promise<Recognition> {
    const [row] = await this.session.query<Recognition & object>(RECOGNISE, [network, userId]);
    return row ?? { user: false, anybody: false, hasFactor: false };
  }

  forgetIdTokens({ now, idleSince }: Liveness): Promise<number> {
    const forget = `UPDATE sessions s SET id_token_sealed = NULL WHERE s.id_token_sealed IS NOT NULL AND NOT (${LIVE})`;
    return this.session.execute(forget, [now, idleSince]);
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM sessions WHERE least(ended_at, expires_at) < $1', [before]);
  }
}
