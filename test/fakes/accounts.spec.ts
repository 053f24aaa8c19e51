import { accountsContract } from '../contracts/accounts.contract.js';
import { Scene } from './scene.js';

accountsContract('memory', () => Promise.resolve({ stores: new Scene(), close: () => Promise.resolve() }));
