import config from '../jest.config.js';

const { globalSetup: _server, globalTeardown: _end, testSequencer: _order, ...rest } = config;

/**
 * The specs beside the sources need no database, so none is started, and nothing is built.
 * @type {import('jest').Config}
 */
export default { ...rest, rootDir: '..', roots: ['<rootDir>/src', '<rootDir>/test/fakes'] };
