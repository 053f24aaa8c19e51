import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Classification } from '../../src/sso-migration/application/ports/classification.js';
import { FIRST_CONNECTION, FIRST_USER, type Person, type Population, populate } from '../support/population.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const ORGANIZATION = 9_001;
const DOMAINS = ['delta.example', 'drifted.example', 'unserved.example', 'guests.example'];
const [ISSUER, OTHER, FORMER] = ['https://idp.example', 'https://other.example', 'https://former.example'];

/** Connection 1 is active, 2 is a disabled one to the same provider, 3 is active and was re-pointed from FORMER to OTHER. */
const CONNECTIONS = [
  { id: 1, status: 'active', issuer: ISSUER },
  { id: 2, status: 'disabled', issuer: ISSUER },
  { id: 3, status: 'active', issuer: OTHER },
];

interface Expected {
  readonly group: string;
  readonly reason: string;
  readonly isLockedOut: boolean;
  readonly connectionId: number | null;
}

/** The table of precedence, written down once more: from the rows of one person and what others claim. */
function expectedOf(person: Person, { people, connections, domains }: Population): Expected {
  const others = people.filter(({ id }) => id !== person.id);
  const isGood = (link: Person['links'][number]): boolean =>
    connections.some(({ id, status, issuer }) => id === link.connection && status === 'active' && issuer === link.issuer);
  const good = person.links.filter(isGood);
  const entry = person.directory?.isInferred === false ? person.directory : null;
  const verified = domains.filter(({ status }) => status === 'verified');
  const own = verified.find(({ domain }) => person.email.endsWith(`@${domain}`));
  const active = connections.filter(({ status }) => status === 'active').map(({ id }) => id);
  const served =
    own === undefined ? null : own.connection === null ? Math.min(...active) : (active.find((id) => id === own.connection) ?? null);
  const connection = good.length > 0 ? Math.min(...good.map((link) => link.connection)) : served;
  const connectionId = connection === null || !Number.isFinite(connection) ? null : FIRST_CONNECTION + connection;
  const admin = (reason: string, isLockedOut = true): Expected => ({
    group: 'requires_admin_intervention',
    reason,
    isLockedOut,
    connectionId,
  });
  const begins = (group: string, reason: string): Expected => ({
    group,
    reason,
    isLockedOut: connectionId === null,
    connectionId,
  });

  if (person.isDisabled || (person.isSuspended && entry?.isActive !== false)) return admin('ACCOUNT_INACTIVE', false);
  if (entry?.isActive === false) return admin('SCIM_DEPROVISIONED', false);
  if (person.exemption === 'running') return admin('EXEMPT', false);
  if (entry?.userType === 'service') return admin('SERVICE_ACCOUNT');
  if (person.isBreakGlass) return admin('BREAK_GLASS_EXEMPT', false);
  if (good.some(({ isUsed }) => isUsed)) return { group: 'already_using_sso', reason: 'SSO_OK', isLockedOut: false, connectionId };
  if (person.links.length > 0 && good.length === 0) return admin('LINK_BROKEN');
  const isClaimed = others.some(
    (other) =>
      other.links.some((link) => link.email === person.email) ||
      (other.directory?.isInferred === false && other.directory.address === person.email),
  );
  const isShared = person.links.some((mine) =>
    others.some((other) =>
      other.links.some((link) => link.connection !== mine.connection && link.issuer === mine.issuer && link.subject === mine.subject),
    ),
  );
  if (isClaimed || isShared) return admin('IDENTITY_CONFLICT');
  const isRenamed = good.some(({ email }) => email !== null && email !== person.email);
  if (isRenamed || (entry !== null && entry.address !== person.email)) return admin('EMAIL_MISMATCH');
  if (verified.length > 0 && own === undefined) return admin('EXTERNAL_DOMAIN');
  if (person.elsewhere === 'everybody' || person.elsewhere === 'this_person') return admin('OTHER_ORG_ENFORCED');
  if (person.isSystemAdmin) return admin('SYSTEM_ADMINISTRATOR');
  if (person.factors.some(({ isConfirmed }) => isConfirmed)) return begins('ready_for_migration', 'READY');
  if (person.factors.length > 0) return begins('needing_mfa_setup', 'MFA_PENDING');
  return begins('needing_mfa_setup', person.hasRecoveryCode ? 'MFA_WEAK_ONLY' : 'MFA_MISSING');
}

const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const size = 12;
const whose = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: size }) });
const linkArbitrary = fc.record({
  connection: fc.integer({ min: 1, max: 3 }),
  isFormer: rarely,
  subject: fc.integer({ min: 1, max: 20 }),
  isUsed: fc.boolean(),
  /** 0: their own address, otherwise that of a person with the number. */
  whose,
  hasEmail: fc.boolean(),
});
const personArbitrary = fc.record({
  domain: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) }),
  isDisabled: rarely,
  isSuspended: rarely,
  isSystemAdmin: rarely,
  isBreakGlass: rarely,
  exemption: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'none', 'none', 'running', 'ended' as const),
  directory: fc.option(
    fc.record({
      isInferred: fc.boolean(),
      isActive: rarely.map((is) => !is),
      userType: fc.constantFrom(null, null, null, 'employee', 'service'),
      whose,
    }),
    { freq: 2 },
  ),
  links: fc.oneof(fc.array(linkArbitrary, { maxLength: 0 }), fc.array(linkArbitrary, { maxLength: 2 })),
  factors: fc.array(fc.record({ type: fc.constantFrom('totp' as const, 'webauthn' as const), isConfirmed: fc.boolean() }), {
    maxLength: 2,
  }),
  hasRecoveryCode: fc.boolean(),
  elsewhere: fc.constantFrom(
    'nothing',
    'nothing',
    'nothing',
    'nothing',
    'member',
    'everybody',
    'this_person',
    'later',
    'exempt',
    'exempt_for_a_time',
    'suspended' as const,
  ),
});
const populationArbitrary = fc
  .record({
    people: fc.array(personArbitrary, { maxLength: size }),
    hasVerified: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    isServed: fc.boolean(),
  })
  .map(({ people, hasVerified, isServed }) => populationOf(people, hasVerified, isServed));

function populationOf(drawn: readonly DrawnPerson[], hasVerified: boolean, isServed: boolean): Population {
  const emailOf = (at: number): string => `person${at}@${DOMAINS[drawn[at - 1]?.domain ?? 0] ?? ''}`;
  const [names, identities] = [new Set<string>(), new Set<string>()];
  const isNew = (seen: Set<string>, key: string): boolean => !seen.has(key) && seen.add(key).has(key);
  const people = drawn.map((person, index): Person => {
    const id = index + 1;
    const address = (other: number): string => emailOf(other === 0 || other > drawn.length ? id : other);
    const links = person.links.map(({ connection, isFormer, subject, isUsed, whose: other, hasEmail }) => {
      const current = CONNECTIONS.find((each) => each.id === connection)?.issuer ?? '';
      const issuer = connection === 3 && isFormer ? FORMER : current;
      return { connection, issuer, subject: String(subject), isUsed, email: hasEmail ? address(other) : null };
    });
    const { directory: entry, isDisabled, isSuspended, isSystemAdmin, isBreakGlass, exemption, factors, hasRecoveryCode } = person;
    const directory = entry && { ...entry, address: address(entry.whose) };
    return {
      id,
      email: emailOf(id),
      isDisabled,
      isSuspended,
      isSystemAdmin,
      isBreakGlass,
      exemption,
      factors,
      hasRecoveryCode,
      directory: directory !== null && isNew(names, directory.address) ? directory : null,
      // As the database has it: an identity once at a connection, and a person once.
      links: links.filter(
        ({ connection, issuer, subject }) =>
          isNew(identities, `${connection} of ${id}`) && isNew(identities, `${connection} ${issuer} ${subject}`),
      ),
      elsewhere: person.elsewhere,
    };
  });
  const domains = [
    { domain: 'drifted.example', status: 'drifted', connection: null },
    ...(hasVerified
      ? [
          { domain: 'delta.example', status: 'verified', connection: isServed ? 3 : null },
          { domain: 'unserved.example', status: 'verified', connection: 2 },
        ]
      : []),
  ];
  return { domains, connections: CONNECTIONS, people };
}

type DrawnPerson = typeof personArbitrary extends fc.Arbitrary<infer Drawn> ? Drawn : never;

describe('the groups of a migration', () => {
  let app: TestApp;
  let classification: Classification;

  beforeAll(async () => {
    app = await startTestApp();
    classification = app.app.get(Classification, { strict: false });
  });
  afterAll(() => app.close());

  it('put each member of any population once, where the table of precedence does', async () => {
    const property = fc.asyncProperty(populationArbitrary, async (population) => {
      await populate(app, ORGANIZATION, population);
      const now = app.clock.now();
      const expected = population.people.map((person) => ({
        userId: FIRST_USER + person.id,
        ...expectedOf(person, population),
        hasCome: true,
      }));
      const ids = expected.map(({ userId }) => userId);
      expect(await classification.judge(ORGANIZATION, ids, now)).toEqual(expected);
      const { counts, reasons, lockoutCount, hash } = await classification.count(ORGANIZATION, now);
      const tally = (key: 'group' | 'reason', value: string): number => expected.filter((each) => each[key] === value).length;
      for (const [group, users] of Object.entries(counts)) expect([group, users]).toEqual([group, tally('group', group)]);
      for (const [reason, users] of Object.entries(reasons)) expect([reason, users]).toEqual([reason, tally('reason', reason)]);
      expect(Object.values(counts).reduce((sum, users) => sum + users, 0)).toBe(population.people.length);
      expect(lockoutCount).toBe(expected.filter(({ isLockedOut }) => isLockedOut).length);
      expect((await classification.count(ORGANIZATION, now)).hash).toBe(hash);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
