export interface OrganizationOfCaller {
  readonly id: number;
  readonly name: string;
  /** Name of the role that the user has there. */
  readonly role: string;
}

/** Which organizations a user belongs to, most powerful role first; the organizations context answers. */
export abstract class Affiliations {
  abstract organizationsOf(userId: number): Promise<readonly OrganizationOfCaller[]>;
  /** Whether every organization of somebody's has suspended him and none invites him: there is nothing here for him. */
  abstract isShutOut(userId: number): Promise<boolean>;
}
