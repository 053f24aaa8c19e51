// Jest's `testRunner`: Jest's own framework (jest-circus), but on Node's module loader instead of a VM context for each file.
// A worker so loads Nest, TypeORM and the product once and not once for each file, which was most of a run.
import runner from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { secondsOfUnit, secondsSince } from './cost.mjs';
import './reversed-rows.mjs';

const require = createRequire(import.meta.url);
// Jest's names for what is global to a test file.
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const STATE = 'JEST_STATE_SYMBOL';

register('./typescript-loader.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/**
 * What V8 has compiled of them is shared by all threads of a process while one holds it. Applications end their threads as they close,
 * and to compile it again costs more than to start an application.
 */
const PROGRAMS = ['@cedar-policy/cedar-wasm/nodejs/cedar_wasm_bg.wasm', 'libpg-query/wasm/libpg-query.wasm'];
globalThis[Symbol.for('headgate.kept-programs')] = PROGRAMS.map((file) => {
  const bytes = readFileSync(new URL(`../../node_modules/${file}`, import.meta.url));
  return new WebAssembly.Module(bytes);
});

let files = 0;
let globals;

/**
 * Where the framework notes which test is running. Tests run one after the other, so nothing has to follow each promise of theirs, which
 * would cost every one of them.
 */
class RunningTest {
  run(store, callback) {
    const outer = this.store;
    this.store = store;
    return callback().finally(() => (this.store = outer));
  }

  getStore() {
    return this.store;
  }
}

/** Those of the product. One that is left on costs every promise of the files after it. */
const storages = new Set();
const { run: runWith } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return runWith.apply(this, given);
};

/** Those of the metrics watch the garbage collector until the process ends, and keep their application. */
const observers = [];
const observe = PerformanceObserver.prototype.observe;
PerformanceObserver.prototype.observe = function (...given) {
  observers.push(this);
  return observe.apply(this, given);
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
      // From Node 22 on it is a getter.
      if (Object.getOwnPropertyDescriptor(hooks, 'AsyncLocalStorage')?.writable !== true) return require(framework);
      hooks.AsyncLocalStorage = RunningTest;
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
  // Jest's own maps nothing that Jest did not load; without it Node does it.
  Error.prepareStackTrace = undefined;
  const unit = secondsOfUnit();
  const start = process.cpuUsage();
  // No `await`, which would make this file a frame of every failure's stack.
  return runner
    .default(globalConfig, { ...config, injectGlobals: false }, { global: globalThis }, runtime, path, sendMessageToJest)
    .then((result) => ({ ...result, cost: { seconds: secondsSince(start), unit } }))
    .finally(() => {
      mocker.restoreAllMocks();
      Reflect.deleteProperty(globalThis, TIMEOUT);
      forgetTests();
      globalThis.console = before.console;
      restore(process.env, before.env);
    });
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
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (symbol.description !== STATE) continue;
    forgetFunctions(globalThis[symbol].rootDescribeBlock);
    Reflect.deleteProperty(globalThis, symbol);
  }
  for (const storage of storages) storage.disable();
  storages.clear();
  for (const observer of observers.splice(0)) observer.disconnect();
}

/**
 * Nest looks for optional packages as an application starts, and Node keeps the port of each import that fails, with the test or hook in
 * which that was. That would keep the whole application.
 */
function forgetFunctions({ hooks, children }) {
  for (const one of [...hooks, ...children]) {
    if (one.type === 'describeBlock') forgetFunctions(one);
    one.fn = one.asyncError = undefined;
  }
}

function restore(env, before) {
  for (const name of Object.keys(env)) if (!(name in before)) delete env[name];
  Object.assign(env, before);
}
