// Jest's `testRunner`: Jest's own framework (jest-circus), but on Node's module loader instead of a VM context for each file.
// A worker so loads Nest, TypeORM and the product once and not once for each file, which was most of a run.
import runner from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, findSourceMap, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
// Jest's names for what is global to a test file.
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const STATE = 'JEST_STATE_SYMBOL';

register('./typescript-loader.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

let files = 0;
let globals;

const running = new AsyncLocalStorage();
const contexts = new Set();
/**
 * Where the framework notes which test is running: one for all its copies, because Node hands the value of each storage on to every
 * promise; and emptied after a file, because some promise or socket lives on, and with it what the tests of that file hold.
 */
const runningTest = {
  getStore: () => running.getStore()?.context,
  run(context, work) {
    const held = { context };
    contexts.add(held);
    return running.run(held, work);
  },
};

/** What `@jest/globals` exports to the test file that is being loaded. */
export function currentGlobals() {
  return globals;
}

/** Runs one test file; the parameters and the result are those of Jest's own `testRunner`. */
export default async function run(globalConfig, config, environment, _runtime, path, sendMessageToJest) {
  const mocker = new ModuleMocker(globalThis);
  const before = { env: { ...process.env }, console: globalThis.console };
  // A process that watches runs files again after the product has changed, so there nothing is shared.
  const query = `?file=${++files}${globalConfig.watch || globalConfig.watchAll ? '&alone' : ''}`;
  const runtime = {
    // Afresh, for its tests and handlers are those of one file.
    requireInternalModule(framework) {
      delete require.cache[framework];
      Reflect.deleteProperty(globalThis, HANDLERS);
      const hooks = require('node:async_hooks');
      hooks.AsyncLocalStorage = function ofOneCopy() {
        return runningTest;
      };
      try {
        return require(framework);
      } finally {
        hooks.AsyncLocalStorage = AsyncLocalStorage;
      }
    },
    requireModule: require,
    setGlobalsForRuntime(ofCircus) {
      globals = { ...ofCircus, jest: jestOf(mocker) };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href + query),
    enterTestCode() {},
    leaveTestCode() {},
  };
  // Jest prints what a test file logs together with the file's name.
  globalThis.console = environment.global.console;
  // Jest's own maps nothing that Jest did not load.
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map(inTypescript)].join('\n    at ');
  // No `await`, which would make this file a frame of every failure's stack.
  return runner
    .default(
      globalConfig,
      { ...config, injectGlobals: false },
      { global: globalThis },
      runtime,
      path,
      sendMessageToJest,
    )
    .finally(() => {
      mocker.restoreAllMocks();
      Reflect.deleteProperty(globalThis, TIMEOUT);
      forgetTests();
      globalThis.console = before.console;
      restore(process.env, before.env);
    });
}

function inTypescript(frame) {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  const entry = file?.startsWith('file:') ? findSourceMap(file)?.findEntry(line - 1, column - 1) : undefined;
  if (entry?.originalSource === undefined) return frame.toString();
  const original = `${fileURLToPath(file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return frame.toString().replace(`${file}:${line}:${column}`, original);
}

function jestOf(mocker) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
    setTimeout(ms) {
      globalThis[TIMEOUT] = ms;
    },
  };
}

/** The tests of a file hold all that they started, and each copy of the framework keeps them under a symbol of its own. */
function forgetTests() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description === STATE) Reflect.deleteProperty(globalThis, symbol);
  for (const held of contexts) held.context = undefined;
  contexts.clear();
}

function restore(env, before) {
  for (const name of Object.keys(env)) if (!(name in before)) delete env[name];
  Object.assign(env, before);
}
