/** The template's password pepper is sealed under this key, so every test application shares it. */
export const testEnvironment = {
  NODE_ENV: 'test',
  HEADGATE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'debug',
  PORT: '0',
  PUBLIC_URL: 'http://headgate.test',
  DATA_SOURCE_NETWORKS: 'public,private,loopback',
};

/** The least that bcrypt does. */
export const CHEAP_PASSWORDS = { bcryptCost: 4 };

export const TEMPLATE = 'headgate_template';

/** Before all that tests do: the clocks of most stand at nine o'clock of that day, whatever day the tests run on. */
export const TEMPLATE_MADE_AT = '2026-11-20T08:00:00.000Z';
