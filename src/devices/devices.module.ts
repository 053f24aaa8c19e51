import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DevicesOfAccount } from './adapters/answers/devices-of-account.js';
import { DevicesController } from './adapters/http/devices.controller.js';
import { TypeOrmActivations } from './adapters/persistence/typeorm-activations.js';
import { TypeOrmDevices } from './adapters/persistence/typeorm-devices.js';
import { SqlDeviceTokens } from './adapters/persistence/sql-device-tokens.js';
import { HmacDeviceTokenSuccession } from './adapters/tokens/hmac-device-token-succession.js';
import { ActivateDevice } from './application/activate-device.js';
import { ClaimActivation } from './application/claim-activation.js';
import { DiscardDevices } from './application/discard-devices.js';
import { FindKnownDevice } from './application/find-known-device.js';
import { ListDevices } from './application/list-devices.js';
import { OfferActivation } from './application/offer-activation.js';
import { Activations, DeviceTokenSuccession, DeviceTokens, Devices } from './application/ports/devices.js';
import { PurgeDevices } from './application/purge-devices.js';
import { RecogniseDevice } from './application/recognise-device.js';
import { RenameDevice } from './application/rename-device.js';
import { RevokeDevice } from './application/revoke-device.js';
import { RevokeStolenDevice } from './application/revoke-stolen-device.js';
import { SkipActivation } from './application/skip-activation.js';
import { TrustTerms } from './application/trust-terms.js';

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [DevicesOfAccount];

@Module({
  imports: [AccountsModule, OrganizationsModule],
  controllers: [DevicesController],
  providers: [
    ...ANSWERS,
    RecogniseDevice,
    FindKnownDevice,
    RevokeStolenDevice,
    DiscardDevices,
    OfferActivation,
    ClaimActivation,
    ActivateDevice,
    SkipActivation,
    ListDevices,
    RenameDevice,
    RevokeDevice,
    PurgeDevices,
    TrustTerms,
    scheduled('devices.purge', '53 3 * * *', PurgeDevices),
    { provide: Devices, useClass: TypeOrmDevices },
    { provide: DeviceTokens, useClass: SqlDeviceTokens },
    { provide: Activations, useClass: TypeOrmActivations },
    { provide: DeviceTokenSuccession, useClass: HmacDeviceTokenSuccession },
  ],
  exports: [...ANSWERS, RecogniseDevice, FindKnownDevice, OfferActivation],
})
export class DevicesModule {}
