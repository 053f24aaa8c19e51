import { factorsAndDevicesContract } from '../contracts/factors-and-devices.contract.js';
import { Scene } from './scene.js';

factorsAndDevicesContract('memory', () => Promise.resolve({ stores: new Scene(), close: () => Promise.resolve() }));
