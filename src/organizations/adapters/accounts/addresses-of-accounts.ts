import { Injectable } from '@nestjs/common';
import { FindAccountByEmail } from '../../../accounts/application/find-account-by-email.js';
import { Addresses } from '../../application/ports/addresses.js';

@Injectable()
export class AddressesOfAccounts extends Addresses {
  constructor(private readonly findAccountByEmail: FindAccountByEmail) {
    super();
  }

  keyOf(email: string): string {
    return this.findAccountByEmail.read(email).key;
  }
}
