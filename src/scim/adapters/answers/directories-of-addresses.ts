import { Injectable } from '@nestjs/common';
import { AddressDirectories } from '../../../accounts/application/ports/address-directories.js';
import { EnterMember } from '../../application/enter-member.js';
import { FindManagingDirectory } from '../../application/find-managing-directory.js';

@Injectable()
export class DirectoriesOfAddresses extends AddressDirectories {
  constructor(
    private readonly findManagingDirectory: FindManagingDirectory,
    private readonly enterMember: EnterMember,
  ) {
    super();
  }

  managerOf(userId: number): Promise<number | null> {
    return this.findManagingDirectory.execute(userId);
  }

  follow(userId: number): Promise<void> {
    return this.enterMember.follow(userId);
  }
}
