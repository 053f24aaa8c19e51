import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Totp } from '../../application/ports/totp.js';
import { qrPicture } from './qr-picture.js';

const ISSUER = 'Headgate';
const PERIOD_SECONDS = 30;
/** 160 bits, the length of the hash (RFC 4226 section 4, R6). */
const SECRET_BYTES = 20;

@Injectable()
export class OtplibTotp extends Totp {
  newSecret(): string {
    return generateSecret({ length: SECRET_BYTES });
  }

  provisioning(secret: string, account: string): { url: string; qrCode: string } {
    const url = generateURI({ issuer: ISSUER, label: account, secret });
    return { url, qrCode: qrPicture(url) };
  }

  timeStepOf(code: string, secret: string, at: Date, afterTimeStep: number | null): number | null {
    const token = code.replaceAll(/\s/g, '');
    // The library throws on anything other than six digits.
    if (!/^\d{6}$/.test(token)) return null;
    const epoch = Math.floor(at.getTime() / 1000);
    // The library's own check for replays throws when the last step lies ahead of the window, as it does after a clock
    // was set back.
    const result = verifySync({ secret, token, epoch, epochTolerance: PERIOD_SECONDS });
    if (!result.valid || !('timeStep' in result)) return null;
    return afterTimeStep !== null && result.timeStep <= afterTimeStep ? null : result.timeStep;
  }
}
