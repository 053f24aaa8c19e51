import { organizationsContract } from '../contracts/organizations.contract.js';
import { Scene } from './scene.js';

organizationsContract('memory', () => Promise.resolve({ stores: new Scene(), close: () => Promise.resolve() }));
