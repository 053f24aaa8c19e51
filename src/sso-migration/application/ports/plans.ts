import type { Page, PageRequest } from '../../../shared/page.js';
import type { Plan } from '../../domain/plan.js';

export type NewPlan = Omit<Plan, 'id' | 'number'> & { readonly madeBy: number | null };

export abstract class Plans {
  /** Until the unit of work ends nobody else makes a plan of the organization. */
  abstract lock(organizationId: number): Promise<void>;
  abstract latest(organizationId: number): Promise<Plan | null>;
  /** Takes the next number. */
  abstract add(plan: NewPlan): Promise<Plan>;
  /** Nobody has moved since, so it is still the plan; what is said of the organization as a whole may be news. */
  abstract confirm(plan: Plan): Promise<void>;
  /** The newest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Plan>>;
}
