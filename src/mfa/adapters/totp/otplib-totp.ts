import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Totp } from '../../application/ports/totp.js';
import { ServiceOrigin } from '../../../shared/ports/service-origin.js';
import { labelPart } from '../../domain/app-label.js';
import { typedCode } from '../../../shared/typed-code.js';
import { qrPicture } from './qr-picture.js';

const PERIOD_SECONDS = 30;
/** 160 bits, the length of the hash (RFC 4226 section 4, R6). */
const SECRET_BYTES = 20;

@Injectable()
export class OtplibTotp extends Totp {
  private readonly issuer: string;

  constructor({ publicUrl }: ServiceOrigin) {
    super();
    this.issuer = labelPart(`Headgate ${new URL(publicUrl).host}`);
  }

  newSecret(): string {
    return generateSecret({ length: SECRET_BYTES });
  }

  provisioning(secret: string, account: string, name: string): { url: string; qrCode: string } {
    const label = labelPart(`${account} (${name})`);
    const url = generateURI({ issuer: this.issuer, label, secret });
    return { url, qrCode: qrPicture(url) };
  }

  timeStepOf(code: string, secret: string, at: Date, afterTimeStep: number | null): number | null {
    const token = typedCode(code);
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
