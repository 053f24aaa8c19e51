export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** As addresses are compared. */
  readonly emailKey: string;
}

export abstract class People {
  /** @returns `null` for an unknown and for a disabled account */
  abstract find(userId: number): Promise<Person | null>;
}
