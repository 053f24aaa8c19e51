import { Injectable } from '@nestjs/common';
import { FindAccountByEmail } from '../../accounts/application/find-account-by-email.js';
import { ValidationFailed } from '../../shared/domain-error.js';

export interface Address {
  readonly text: string;
  /** What addresses are compared by. */
  readonly key: string;
}

/** What a provider or a form says of an address need not be one. */
@Injectable()
export class ReadAddress {
  constructor(private readonly findAccountByEmail: FindAccountByEmail) {}

  /** @returns `null` for none, and for what is no address */
  execute(text: string | null): Address | null {
    if (text === null) return null;
    try {
      return this.findAccountByEmail.read(text);
    } catch (error) {
      if (error instanceof ValidationFailed) return null;
      throw error;
    }
  }
}
