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
