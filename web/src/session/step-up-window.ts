import { channel } from './stores';

/** The window in which a person proved themselves at an identity provider tells the page that waits for it. */
export const stepUpCodes = channel<string>('headgate.step-up');
