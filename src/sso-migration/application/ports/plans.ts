import type { Page, PageRequest } from '../../../shared/page.js';
import type { Plan } from '../../domain/plan.js';

export type NewPlan = Omit<Plan, 'id' | 'number'> & { readonly madeBy: number | null };

export abstract class Plans {
  /** Until the unit of work ends, no other request makes a plan of the organization. */
  abstract lock(organizationId: number): Promise<void>;
  abstract latest(organizationId: number): Promise<Plan | null>;
  /** Takes the next number. */
  abstract add(plan: NewPlan): Promise<Plan>;
  /** No member has changed groups since, so the plan stays. Its findings about the organization as a whole may be new. */
  abstract confirm(plan: Plan): Promise<void>;
  /** The newest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Plan>>;
}
