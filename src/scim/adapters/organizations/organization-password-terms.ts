import { Injectable } from '@nestjs/common';
import { ReadDirectoryPasswords } from '../../../organizations/application/read-directory-passwords.js';
import { PasswordTerms } from '../../application/ports/password-terms.js';

@Injectable()
export class OrganizationPasswordTerms extends PasswordTerms {
  constructor(private readonly readDirectoryPasswords: ReadDirectoryPasswords) {
    super();
  }

  async accepts(organizationId: number): Promise<boolean> {
    return (await this.readDirectoryPasswords.execute(organizationId)) === 'accept';
  }
}
