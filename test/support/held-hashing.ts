import { jest } from '@jest/globals';
import bcrypt from 'bcrypt';

/** Lets password verifications begin as usual, and end only when the test says so. */
export class HeldHashing {
  /** What was hashed for each verification that has begun, in their order: the same for the same password. */
  readonly begun: string[] = [];
  private isOver = false;
  private readonly held: (() => void)[] = [];

  static begin(): HeldHashing {
    const hashing = new HeldHashing();
    const compare = bcrypt.compare.bind(bcrypt) as (password: string, hash: string) => Promise<boolean>;
    jest.spyOn(bcrypt, 'compare').mockImplementation((async (password: string, hash: string) => {
      hashing.begun.push(password);
      if (!hashing.isOver) await new Promise<void>((resolve) => hashing.held.push(resolve));
      return compare(password, hash);
    }) as never);
    return hashing;
  }

  endOne(): void {
    this.held.shift()?.();
  }

  endAll(): void {
    this.isOver = true;
    for (const end of this.held.splice(0)) end();
  }
}
