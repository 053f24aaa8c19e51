import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Nonces } from '../../application/ports/nonces.js';

@Injectable()
export class RandomNonces extends Nonces {
  next(): string {
    return randomBytes(12).toString('hex');
  }
}
