import { sessionsContract } from '../contracts/sessions.contract.js';
import { Scene } from './scene.js';

sessionsContract('memory', () => Promise.resolve({ stores: new Scene(), close: () => Promise.resolve() }));
