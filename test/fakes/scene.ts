import { AccountDevices } from '../../src/accounts/application/ports/account-devices.js';
import { AccountSessions } from '../../src/accounts/application/ports/account-sessions.js';
import { AddressDirectories } from '../../src/accounts/application/ports/address-directories.js';
import { AddressDomains } from '../../src/accounts/application/ports/address-domains.js';
import { Affiliations } from '../../src/accounts/application/ports/affiliations.js';
import { MailedTokens } from '../../src/accounts/application/ports/mailed-tokens.js';
import { CommonPasswords, PasswordHasher } from '../../src/accounts/application/ports/password-hasher.js';
import { SecondFactors } from '../../src/accounts/application/ports/second-factors.js';
import { Users } from '../../src/accounts/application/ports/users.js';
import type { User } from '../../src/accounts/domain/user.js';
import { DevicesOfAccount } from '../../src/devices/adapters/answers/devices-of-account.js';
import { DeviceSessions } from '../../src/devices/application/ports/device-sessions.js';
import { Activations, DeviceTokenSuccession, DeviceTokens, Devices } from '../../src/devices/application/ports/devices.js';
import { EmergencyAccounts } from '../../src/devices/application/ports/emergency-accounts.js';
import { InvitationsOfMembers } from '../../src/invitations/adapters/answers/invitations-of-members.js';
import { Invitations } from '../../src/invitations/application/ports/invitations.js';
import { Provisioning } from '../../src/invitations/application/ports/provisioning.js';
import { FactorEnrolment } from '../../src/mfa/adapters/answers/factor-enrolment.js';
import { FactorsOfAccount } from '../../src/mfa/adapters/answers/factors-of-account.js';
import { Ceremonies, Challenges } from '../../src/mfa/application/ports/challenges.js';
import { EmergencyAccess } from '../../src/mfa/application/ports/emergency-access.js';
import { Factors, RecoveryCodes } from '../../src/mfa/application/ports/factors.js';
import { Networks } from '../../src/mfa/application/ports/networks.js';
import { Totp } from '../../src/mfa/application/ports/totp.js';
import { Webauthn } from '../../src/mfa/application/ports/webauthn.js';
import { AffiliationsOfAccount } from '../../src/organizations/adapters/answers/affiliations-of-account.js';
import { RoleAccessControl } from '../../src/organizations/adapters/answers/role-access-control.js';
import { FoundOrganization } from '../../src/organizations/application/found-organization.js';
import { AccessPolicies } from '../../src/organizations/application/ports/access-policies.js';
import { AccessRequests } from '../../src/organizations/application/ports/access-requests.js';
import { Directory } from '../../src/organizations/application/ports/directory.js';
import { Members } from '../../src/organizations/application/ports/members.js';
import { OpenInvitations } from '../../src/organizations/application/ports/open-invitations.js';
import { Organizations } from '../../src/organizations/application/ports/organizations.js';
import { ProvisionedMembers } from '../../src/organizations/application/ports/provisioned-members.js';
import { Roles } from '../../src/organizations/application/ports/roles.js';
import { SignOnAddresses } from '../../src/organizations/application/ports/sign-on-addresses.js';
import { Standby } from '../../src/organizations/application/ports/standby.js';
import { Workspaces } from '../../src/organizations/application/ports/workspaces.js';
import type { Role } from '../../src/organizations/domain/role.js';
import { Config } from '../../src/platform/config/config.js';
import { MfaEnrolment } from '../../src/platform/http/fresh-proof.js';
import { runWithOrigin } from '../../src/platform/http/request-context.js';
import { NetworksOfFactors } from '../../src/sessions/adapters/answers/networks-of-factors.js';
import { SessionsOfAccount } from '../../src/sessions/adapters/answers/sessions-of-account.js';
import { SessionsOfDevice } from '../../src/sessions/adapters/answers/sessions-of-device.js';
import { AccessTokens } from '../../src/sessions/application/ports/access-tokens.js';
import { GuessMails } from '../../src/sessions/application/ports/guess-mails.js';
import { LoginPolicy } from '../../src/sessions/application/ports/login-policy.js';
import { LoginTurns } from '../../src/sessions/application/ports/login-turns.js';
import { Sessions } from '../../src/sessions/application/ports/sessions.js';
import { type NewSession, SessionLifetime } from '../../src/sessions/domain/session.js';
import type { Caller } from '../../src/shared/caller.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { AccessControl } from '../../src/shared/ports/access-control.js';
import { AttemptThrottle } from '../../src/shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../src/shared/ports/audit-trail.js';
import { Clock } from '../../src/shared/ports/clock.js';
import { Jobs } from '../../src/shared/ports/jobs.js';
import { Mailer } from '../../src/shared/ports/mailer.js';
import { NameFollowers } from '../../src/shared/ports/name-followers.js';
import { OwnerConsent } from '../../src/shared/ports/owner-consent.js';
import { ServiceOrigin } from '../../src/shared/ports/service-origin.js';
import { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';
import type { Written } from '../contracts/stores.js';
import { storedPerson } from '../support/stored-person.js';
import { Wiring } from '../support/wiring.js';
import { FixedClock } from '../support/fixed-clock.js';
import { FewCommonPasswords, MemoryMailedTokens, MemoryUsers, PlainPasswordHasher } from './accounts.js';
import { DeviceRows, HashedSuccession, MemoryActivations, MemoryDeviceTokens, MemoryDevices } from './devices.js';
import { MemoryInvitations } from './invitations.js';
import { SetConsent, SetDirectories, SetDirectory, SetDomains, SetSignOn } from './contexts-above.js';
import { MemoryUnitOfWork } from './memory.js';
import { CountingTotp, FrankWebauthn, MemoryCeremonies, MemoryChallenges, MemoryFactors, MemoryRecoveryCodes } from './mfa.js';
import { MemoryMembers, MemoryProvisionedMembers } from './members.js';
import { MemoryOrganizations, MemoryRoles, MemoryWorkspaces, OrganizationRows } from './organizations.js';
import { MemoryAttemptThrottle, MemoryAuditTrail, MemoryJobs, MemoryMailer } from './platform.js';
import { MemoryGuessMails, MemorySessions, ReadableAccessTokens } from './sessions.js';

export const PASSWORD = 'river delta headgate';
const SECRET = 'JBSWY3DPEHPK3PXP';

export interface FoundedOrganization {
  readonly id: number;
  readonly workspaceId: number;
  readonly role: (name: string) => Role;
}

const LIFETIME = { idleSeconds: 14 * 86_400, absoluteSeconds: 90 * 86_400 };

/** Passes everybody. */
const TURNS: LoginTurns = { look: (_network, work) => work(), take: (_who, work) => work() };

/**
 * The accounts and organizations in memory: everything that use cases reach of the outside. `use` makes a use case as Nest does. What
 * contexts among these answer each other is their real answer; what contexts above them answer is set by the spec.
 */
export class Scene {
  readonly clock = new FixedClock();
  readonly unitOfWork = new MemoryUnitOfWork();
  readonly isAnyoneWaiting = (): Promise<boolean> => Promise.resolve(this.unitOfWork.isAnyoneWaiting);
  readonly trail = new MemoryAuditTrail(this.unitOfWork);
  readonly mailer = new MemoryMailer(this.unitOfWork);
  readonly jobs = new MemoryJobs(this.unitOfWork);
  readonly written = async (): Promise<Written> => ({
    events: await this.trail.events(),
    mails: await this.mailer.sent(),
    jobs: await this.jobs.waiting(),
  });
  readonly throttle = new MemoryAttemptThrottle(this.unitOfWork, this.clock);
  readonly users = new MemoryUsers(this.unitOfWork);
  readonly mailedTokens = new MemoryMailedTokens(this.unitOfWork);
  readonly hasher = new PlainPasswordHasher();
  readonly factors = new MemoryFactors(this.unitOfWork);
  readonly sessions = new MemorySessions(this.unitOfWork, this.users, this.factors, (connectionId) => connectionId);
  readonly guessMails = new MemoryGuessMails(this.unitOfWork, this.users);
  readonly recoveryCodes = new MemoryRecoveryCodes(this.unitOfWork);
  readonly challenges = new MemoryChallenges(this.unitOfWork);
  readonly ceremonies = new MemoryCeremonies(this.unitOfWork, this.sessions);
  readonly totp = new CountingTotp();
  readonly deviceRows = new DeviceRows(this.unitOfWork);
  readonly devices = new MemoryDevices(this.deviceRows, this.users);
  readonly deviceTokens = new MemoryDeviceTokens(this.unitOfWork, this.deviceRows);
  readonly activations = new MemoryActivations(this.unitOfWork, this.deviceRows);
  readonly rows = new OrganizationRows(this.unitOfWork, this.users);
  readonly organizations = new MemoryOrganizations(this.rows);
  readonly roles = new MemoryRoles(this.rows);
  readonly members = new MemoryMembers(this.rows);
  readonly provisioned = new MemoryProvisionedMembers(this.rows);
  readonly workspaces = new MemoryWorkspaces(this.rows);
  readonly invitations = new MemoryInvitations(this.unitOfWork, this.rows);
  readonly domains = new SetDomains();
  readonly directories = new SetDirectories();
  readonly signOn = new SetSignOn();
  readonly consent = new SetConsent();
  readonly directory = new SetDirectory();
  private readonly wiring = new Wiring()
    .answer(Clock, this.clock)
    .answer(UnitOfWork, this.unitOfWork)
    .answer(AuditTrail, this.trail)
    .answer(Mailer, this.mailer)
    .answer(Jobs, this.jobs)
    .answer(AttemptThrottle, this.throttle)
    .answer(ServiceOrigin, { publicUrl: 'https://headgate.test', pagesUrl: 'https://headgate.test' })
    .answer(Config, { mode: 'production' })
    .answer(Users, this.users)
    .answer(MailedTokens, this.mailedTokens)
    .answer(PasswordHasher, this.hasher)
    .answer(CommonPasswords, new FewCommonPasswords())
    .answer(AddressDomains, this.domains)
    .answer(AddressDirectories, this.directories)
    .answerBy(Affiliations, AffiliationsOfAccount)
    .answerBy(AccountSessions, SessionsOfAccount)
    .answerBy(AccountDevices, DevicesOfAccount)
    .answerBy(SecondFactors, FactorsOfAccount)
    .answer(Sessions, this.sessions)
    .answer(SessionLifetime, LIFETIME)
    .answer(AccessTokens, new ReadableAccessTokens())
    .answer(GuessMails, this.guessMails)
    .answer(LoginPolicy, this.signOn)
    .answer(LoginTurns, TURNS)
    .answer(Factors, this.factors)
    .answer(RecoveryCodes, this.recoveryCodes)
    .answer(Challenges, this.challenges)
    .answer(Ceremonies, this.ceremonies)
    .answer(Totp, this.totp)
    .answer(Webauthn, new FrankWebauthn())
    .answer(EmergencyAccess, this.signOn.emergencyAccess)
    .answerBy(Networks, NetworksOfFactors)
    .answerBy(MfaEnrolment, FactorEnrolment)
    .answer(Devices, this.devices)
    .answer(DeviceTokens, this.deviceTokens)
    .answer(DeviceTokenSuccession, new HashedSuccession())
    .answer(Activations, this.activations)
    .answer(EmergencyAccounts, this.signOn.emergencyAccounts)
    .answerBy(DeviceSessions, SessionsOfDevice)
    .answer(Organizations, this.organizations)
    .answer(Roles, this.roles)
    .answer(Members, this.members)
    .answer(ProvisionedMembers, this.provisioned)
    .answer(Workspaces, this.workspaces)
    .answer(Standby, this.signOn.standby)
    .answer(Directory, this.directory.directory)
    .answer(SignOnAddresses, { of: () => Promise.resolve(null) })
    .answer(AccessRequests, { actedFor: () => Promise.resolve([]) })
    .answer(AccessPolicies, {})
    .answer(NameFollowers, { follow: () => Promise.resolve() })
    .answerBy(OpenInvitations, InvitationsOfMembers)
    .answerBy(AccessControl, RoleAccessControl)
    .answer(OwnerConsent, this.consent)
    .answer(Invitations, this.invitations)
    .answer(Provisioning, this.directory);

  use<T extends object>(useCase: abstract new (...parameters: never[]) => T): T {
    return this.wiring.make(useCase);
  }

  /** As a request that changes something, for what only such a request is asked. */
  changing<T>(work: () => Promise<T>): Promise<T> {
    const client = { ip: '192.0.2.1', country: null, userAgent: null, platformVersion: null };
    const gone = new AbortController().signal;
    return runWithOrigin({ method: 'POST', requestId: 'request-1', gone, ...client }, work);
  }

  /** An account whose owner has claimed it, with `PASSWORD`; or one that a directory has created. */
  person(username: string, more: Omit<Parameters<typeof storedPerson>[2], 'passwordHash'> = {}): Promise<User> {
    return storedPerson(this, username, { passwordHash: `now:${PASSWORD}`, ...more });
  }

  /** A session of a person, as the guard of the routes would answer it. */
  async session(user: User, more: Partial<NewSession> = {}): Promise<Caller> {
    const at = this.clock.now();
    const opened: NewSession = {
      userId: user.id,
      amr: ['pwd'],
      acr: 'aal1',
      authenticatedAt: at,
      mfaAt: null,
      deviceId: null,
      signOn: null,
      refreshTokenHash: mintToken().hash,
      expiresAt: new Date(at.getTime() + LIFETIME.absoluteSeconds * 1000),
      ip: '192.0.2.1',
      userAgent: null,
      deviceName: 'Firefox on Linux',
      ...more,
    };
    const sessionId = await this.sessions.open(opened, user.trustEpoch);
    const live = sessionId === null ? null : await this.live(user.id, sessionId);
    if (live === null) throw new Error('The session could not be opened.');
    return live;
  }

  /** Who calls by this session now; `null` when it has ended. */
  async live(userId: number, sessionId: number): Promise<Caller | null> {
    const now = this.clock.now();
    const liveness = { now, idleSince: new Date(now.getTime() - LIFETIME.idleSeconds * 1000) };
    return (await this.sessions.findLive({ userId, sessionId }, liveness))?.caller ?? null;
  }

  /** An app as second factor. @returns the code that it shows at the moment */
  async enrolled({ id: userId }: User): Promise<() => string> {
    const id = await this.factors.nextId();
    const secretSealed = this.factors.sealSecret(id, SECRET);
    const times = { createdAt: this.clock.now(), confirmedAt: this.clock.now(), lastUsedAt: null, lastTimeStep: null };
    await this.factors.add({ id, userId, type: 'totp', name: 'App', secretSealed, ...times });
    return () => this.totp.codeAt(SECRET, this.clock.now());
  }

  /** With its built-in roles and one workspace. */
  async organization(owner: User | null): Promise<FoundedOrganization> {
    const input = { name: 'Delta Analytics', domain: null, plan: 'enterprise', workspace: 'Hydrology' } as const;
    const { id } = await this.use(FoundOrganization).execute({
      ...input,
      ownerUserId: owner?.id ?? null,
      actorUserId: null,
    });
    const roles = await this.roles.ofOrganization(id);
    const role = (name: string): Role => {
      const found = roles.find((one) => one.name === name);
      if (found === undefined) throw new Error(`There is no role ${name}.`);
      return found;
    };
    const [workspace] = await this.rows.workspaces.where(({ organizationId }) => organizationId === id);
    return { id, workspaceId: workspace?.id ?? 0, role };
  }

  async join({ id: organizationId }: FoundedOrganization, { id: userId }: User, { id: roleId }: Role): Promise<void> {
    await this.members.add({ organizationId, userId, roleId, joinedAt: this.clock.now() });
  }

  /** What the trail says of one action: the outcome, and the reason where there is one. */
  async recorded(action: string): Promise<string[]> {
    const events = (await this.trail.events()).filter((event) => event.action === action);
    return events.map(({ outcome, detail }) => [outcome, detail?.['reason']].filter((word) => word !== undefined).join(' '));
  }

  /** To whom mails went, and about what. */
  async mailed(): Promise<string[]> {
    return (await this.mailer.sent()).map(({ to, subject }) => `${to}: ${subject}`);
  }

  /** The token in the last mail. */
  async mailedToken(): Promise<string> {
    const last = (await this.mailer.sent()).at(-1);
    const token = /#token=([\w-]+)/.exec(last?.text ?? '')?.[1];
    if (token === undefined) throw new Error('The last mail has no link.');
    return token;
  }
}
