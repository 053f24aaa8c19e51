/** Sessions of an organization's members; the sessions context answers. */
export abstract class MemberSessions {
  /**
   * Ends those that were not opened through an identity provider, or lets them go on until `until`. System administrators stand
   * above organizations and keep theirs. Joins the unit of work.
   */
  abstract endUnsigned(scope: {
    readonly organizationId: number;
    /** `null` for everybody. */
    readonly userIds: readonly number[] | null;
    readonly except: readonly number[];
    readonly until: Date | null;
  }): Promise<void>;
  abstract countUnsigned(organizationId: number, except: readonly number[]): Promise<number>;
}
