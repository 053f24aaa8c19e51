import { Injectable } from '@nestjs/common';
import { SealedValueUnreadable, SecretBox } from '../../../shared/ports/secret-box.js';
import { type Refused, SealedChanges } from '../../application/ports/sealed-changes.js';
import type { AccessSubject } from '../../domain/access-request.js';

/** Time to write a reason. */
const LIFETIME_MS = 3_600_000;

interface Content {
  readonly change: AccessSubject;
  readonly at: number;
}

@Injectable()
export class SecretBoxSealedChanges extends SealedChanges {
  constructor(private readonly secretBox: SecretBox) {
    super();
  }

  seal(refused: Refused, change: AccessSubject, at: Date): string {
    const content: Content = { change, at: at.getTime() };
    return this.secretBox.seal(Buffer.from(JSON.stringify(content)), placeOf(refused));
  }

  open(refused: Refused, sealed: string, at: Date): AccessSubject | null {
    try {
      const content = JSON.parse(this.secretBox.open(sealed, placeOf(refused)).toString()) as Content;
      return at.getTime() - content.at < LIFETIME_MS ? content.change : null;
    } catch (error) {
      if (error instanceof SealedValueUnreadable) return null;
      throw error;
    }
  }
}

function placeOf({ organizationId, userId }: Refused): string {
  return `access_requests.change:${organizationId}:${userId}`;
}
