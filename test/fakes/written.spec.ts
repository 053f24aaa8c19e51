import { writtenContract } from '../contracts/written.contract.js';
import { Scene } from './scene.js';

writtenContract('memory', () => Promise.resolve({ stores: new Scene(), close: () => Promise.resolve() }));
