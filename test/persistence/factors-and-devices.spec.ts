import { factorsAndDevicesContract } from '../contracts/factors-and-devices.contract.js';
import { postgresqlStores } from '../support/postgresql-stores.js';

factorsAndDevicesContract('PostgreSQL', postgresqlStores);
