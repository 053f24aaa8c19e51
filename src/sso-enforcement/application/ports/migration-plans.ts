export interface LatestPlan {
  readonly confirmedAt: Date;
  /** A plan that was made now would say the same. */
  readonly holds: boolean;
}

/** The plans by which an organization moves to single sign-on; the migration context answers. */
export abstract class MigrationPlans {
  /** @returns `null` without any */
  abstract latestOf(organizationId: number): Promise<LatestPlan | null>;
  /** Runs what asks for plans in its turn, for each asking looks at everybody. Outside any unit of work. @throws Unavailable */
  abstract inTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}
