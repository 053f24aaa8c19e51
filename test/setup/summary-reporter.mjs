import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { costOf } from './cost.mjs';
import { answersNotSeen, isWholeRun } from './declared-answers.mjs';

const COSTLIEST = 10;
const NOT_SEEN = '.cache/answers-not-seen';
const UNLIKE = '.cache/examples-not-seen';
const MOST_FAILURES = 30;
const MOST_CHARACTERS = 300;

/** Ends the run with one plain line that a person or a script can read. */
export default class SummaryReporter {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /** Jest fails a run whose reporter has an error. */
  getLastError() {
    return this.error;
  }

  /** The time of a developer's machine is their own; what lands is held to the budget. */
  tellOfCost(files) {
    const { units, budget, isTooMuch } = costOf(files);
    process.stdout.write(`\nThe run cost ${units} units of CPU time; the budget is ${budget} (test/setup/cost.mjs).\n`);
    if (isTooMuch && process.env.CI === 'true') this.error ??= new Error('The tests take over 80 % more CPU time than their budget.');
  }

  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failedTests = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const isWhole = isWholeRun(this.globalConfig, results);
    const unproved = isWhole ? tellOfUnseenAnswers() : null;
    // Where a test fails, what it would have called is no further fault.
    if (failedTests === 0 && unproved !== null) this.error = new Error(unproved);
    if (isWhole) this.tellOfCost(results.testResults);
    const failed = failedTests + (this.error === undefined ? 0 : 1);
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    mkdirSync('.cache', { recursive: true });
    writeFileSync('.cache/test-summary', `${line}\n`);
    writeFileSync('.cache/test-failures', whatFailed(results.testResults, this.error));
    if (results.testResults.length > COSTLIEST) process.stdout.write(`\n${costliest(results.testResults)}`);
    if (skipped > 0) process.stdout.write(`\n${whatWasSkipped(results.testResults)}`);
    process.stdout.write(`\n${line}\n`);
  }
}

/** @returns what of the API document no test has proved, if that is too much */
function tellOfUnseenAnswers() {
  const { declared, operations, codes, pairs, examples } = answersNotSeen();
  mkdirSync('.cache', { recursive: true });
  writeFileSync(NOT_SEEN, pairs.map((pair) => `${pair}\n`).join(''));
  writeFileSync(UNLIKE, examples.map((example) => `${example}\n`).join(''));
  process.stdout.write(
    `\nOf ${declared.operations} operations, ${operations.length} never answered with success${listed(operations)}.\n` +
      `Of ${declared.codes} error codes, no test saw ${codes.length}${listed(codes)}.\n` +
      `Of ${declared.pairs} errors that operations declare, no test saw ${pairs.length}: ${NOT_SEEN} lists them.\n` +
      `No answer was like ${examples.length} examples of answers: ${UNLIKE} lists them.\n`,
  );
  if (operations.length > 0) return 'No test calls what the API document declares.';
  return examples.length > 0 ? `No answer was like ${examples.length} examples of the API document. See ${UNLIKE}.` : null;
}

/** For the end of a log of many runs, which may be all that is kept: a line for each test, or for a file that could not be run. */
function whatFailed(files, error) {
  const lines = files.flatMap(({ testFilePath, testResults, testExecError, failureMessage }) => {
    const file = relative('.', testFilePath);
    const failed = testResults.filter(({ status }) => status === 'failed');
    const tests = failed.map((test) => `${[file, ...test.ancestorTitles, test.title].join(' > ')}: ${told(test.failureMessages[0])}`);
    return testExecError === undefined || tests.length > 0 ? tests : [`${file}: ${told(failureMessage)}`];
  });
  if (error !== undefined) lines.unshift(error.message);
  const more = lines.length > MOST_FAILURES ? [`and ${lines.length - MOST_FAILURES} more`] : [];
  return [...lines.slice(0, MOST_FAILURES), ...more].map((line) => `  ${line}\n`).join('');
}

/** What was expected, without where: the stack stands further up. */
function told(message = '') {
  const [said] = stripVTControlCharacters(message).split(/\n\s+at /, 1);
  return said.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
}

function listed(names) {
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** Where the next minute can be saved. Seconds of CPU time: how long a file takes says as much of the files beside it. */
function costliest(files) {
  const byCost = files
    .map(({ testFilePath, cost }) => ({ seconds: cost?.seconds ?? 0, file: relative('.', testFilePath) }))
    .sort((one, other) => other.seconds - one.seconds);
  const lines = byCost.slice(0, COSTLIEST).map(({ seconds, file }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
  return `The files that cost most CPU time:\n${lines.join('')}`;
}

/** What was not tested must be told from what was: a group says in its name what it needs, such as `(needs TEST_MYSQL_URL)`. */
function whatWasSkipped(files) {
  const groups = new Map();
  for (const test of files.flatMap((file) => file.testResults)) {
    if (test.status !== 'pending' && test.status !== 'todo') continue;
    const group = test.ancestorTitles.join(' > ');
    groups.set(group, [...(groups.get(group) ?? []), test.title]);
  }
  const lines = [...groups].map(([group, titles]) => `  ${group}\n${titles.map((title) => `    - ${title}\n`).join('')}`);
  return `Skipped, so nothing is known of:\n${lines.join('')}`;
}
