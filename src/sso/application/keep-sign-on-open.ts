import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { Clock } from '../../shared/ports/clock.js';
import { domainOf } from '../domain/address-domain.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { ConnectionRequired } from '../domain/connection.errors.js';
import { type Connection, letsPeopleIn } from '../domain/connection.js';
import { DomainRequired } from '../domain/domain.errors.js';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { Connections } from './ports/connections.js';
import { Identities } from './ports/identities.js';
import { SignOnRequirement } from './ports/sign-on-requirement.js';

/**
 * While single sign-on is required, passwords open nothing: what people need to come in by the provider stays. Whoever gives up
 * a connection or a domain asks here first.
 */
@Injectable()
export class KeepSignOnOpen {
  constructor(
    private readonly lockOrganization: LockOrganization,
    private readonly connections: Connections,
    private readonly domains: ClaimedDomains,
    private readonly identities: Identities,
    private readonly signOnRequirement: SignOnRequirement,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work. Call it before connections and domains are locked: when two are given up at once, neither must count on
   * the other, and what is required cannot change.
   */
  async hold(organizationId: number): Promise<void> {
    await this.lockOrganization.execute(organizationId, 'alone');
  }

  /** A connection without a valid certificate cannot replace another one. @throws ConnectionRequired */
  async assertCanLose(connection: Connection): Promise<void> {
    const { id, organizationId } = connection;
    const now = this.clock.now();
    if (connection.status !== 'active') return;
    const others = (await this.connections.activeOf(organizationId)).filter((other) => other.id !== id);
    if (others.some((other) => letsPeopleIn(other, now))) return;
    if (await this.signOnRequirement.isRequiredOfAnybodyAt(organizationId)) throw new ConnectionRequired();
  }

  /** For the connection to which people of a domain are sent: it must be active. @throws ConnectionRequired */
  async assertLeadsIn(organizationId: number, connectionId: number | null): Promise<void> {
    const active = await this.connections.activeOf(organizationId);
    const target = active.find(({ id }) => id === connectionId);
    if (target === undefined || letsPeopleIn(target, this.clock.now())) return;
    if (await this.signOnRequirement.isRequiredOfAnybodyAt(organizationId)) throw new ConnectionRequired();
  }

  /**
   * People who are not linked come in by a domain that was verified: the last verified domain stays, and so does each one that somebody
   * needs, even if the DNS no longer shows it.
   * @throws DomainRequired
   */
  async assertCanRelease({ id, organizationId, domain, status, verifiedAt }: ClaimedDomain): Promise<void> {
    if (status === 'pending' && verifiedAt === null) return;
    if (!(await this.signOnRequirement.isRequiredOfAnybodyAt(organizationId))) return;
    const held = await this.domains.heldBy(organizationId);
    const isLast = !held.some((other) => other.id !== id && other.status === 'verified');
    if (status === 'verified' && isLast) throw new DomainRequired(null);
    const bound = await this.signOnRequirement.boundAt(organizationId);
    const addresses = await this.identities.unlinkedAmong(organizationId, bound);
    const needed = addresses.filter((address) => domainOf(address) === domain).length;
    if (needed > 0) throw new DomainRequired(needed);
  }
}
