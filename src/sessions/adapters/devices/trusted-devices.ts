import { Injectable } from '@nestjs/common';
import { FindKnownDevice } from '../../../devices/application/find-known-device.js';
import { OfferActivation } from '../../../devices/application/offer-activation.js';
import { RecogniseDevice } from '../../../devices/application/recognise-device.js';
import { DeviceTrust } from '../../application/ports/device-trust.js';

type Asked<Method extends keyof DeviceTrust> = Parameters<DeviceTrust[Method]>[0];

@Injectable()
export class TrustedDevices extends DeviceTrust {
  constructor(
    private readonly findKnownDevice: FindKnownDevice,
    private readonly recogniseDevice: RecogniseDevice,
    private readonly offer: OfferActivation,
  ) {
    super();
  }

  knownDevice(userId: number, token: string | null): Promise<number | null> {
    return this.findKnownDevice.execute({ userId, token });
  }

  recognise(input: Asked<'recognise'>): ReturnType<DeviceTrust['recognise']> {
    return this.recogniseDevice.execute(input);
  }

  offerActivation(input: Asked<'offerActivation'>): ReturnType<DeviceTrust['offerActivation']> {
    return this.offer.execute(input);
  }
}
