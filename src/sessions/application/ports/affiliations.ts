export interface OrganizationOfCaller {
  readonly id: number;
  readonly name: string;
  /** Name of the role that the user has there. */
  readonly role: string;
}

/** Which organizations a user belongs to, most powerful role first; the organizations context answers. */
export abstract class Affiliations {
  abstract organizationsOf(userId: number): Promise<readonly OrganizationOfCaller[]>;
  /** Organizations whose directories have brought somebody see them from now on; joins the unit of work of the login. */
  abstract arrive(userId: number): Promise<void>;
  /** Whether every organization of somebody's has suspended him and none invites him: there is nothing here for him. */
  abstract isShutOut(userId: number): Promise<boolean>;
}
