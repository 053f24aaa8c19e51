export interface LatestPlan {
  readonly confirmedAt: Date;
  /** A plan that is made now would say the same. */
  readonly holds: boolean;
}

/** The plans by which an organization moves to single sign-on; the migration context answers. */
export abstract class MigrationPlans {
  /** @returns `null` when there is none */
  abstract latestOf(organizationId: number): Promise<LatestPlan | null>;
  /**
   * Runs work that asks for plans one at a time, because each plan looks at all members. Call it outside any unit of
   * work. @throws Unavailable
   */
  abstract inTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}
