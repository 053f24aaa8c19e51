import { type DomainError, isRefusal } from './domain-error.js';
import type { AuditEvent, AuditTrail } from './ports/audit-trail.js';

/**
 * Runs a use case; a refusal is recorded outside its unit of work, which was rolled back with the refusal.
 * @param detailOf what is recorded about a refusal beside its name
 */
export async function recordRefusal<T>(
  auditTrail: AuditTrail,
  event: Omit<AuditEvent, 'outcome' | 'detail'>,
  work: () => Promise<T>,
  detailOf: (refusal: DomainError) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) await auditTrail.record({ ...event, outcome: 'refused', detail: { reason: error.name, ...detailOf(error) } });
    throw error;
  }
}
