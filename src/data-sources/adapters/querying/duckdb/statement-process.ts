import { EngineUnavailable } from '../../../domain/data-source.errors.js';
import { FileFault, fileSystemFault } from '../../introspection/file-fault.js';
import { duckDbFault } from '../../introspection/duckdb/duckdb-driver.js';
import { openInstance } from '../../introspection/duckdb/open-file.js';
import type { Answer, Question } from '../../introspection/duckdb/questions.js';
import { type TakenRows, StatementRefused } from '../statement-engine.js';
import { read } from './reading.js';

/** A process that runs one statement for the one that started it, and does not outlive it. */
process.on('disconnect', () => process.exit());
process.on('message', (question: Question) => {
  void answerTo(question).then((answer) => process.send?.(answer));
});

async function answerTo(question: Question): Promise<Answer> {
  try {
    if (question.ask !== 'run') throw new TypeError('It is asked for something else.');
    return { value: await run(question) };
  } catch (error) {
    const fault = error instanceof FileFault ? error.fault : (duckDbFault(error) ?? fileSystemFault(error));
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault: error instanceof EngineUnavailable ? 'ENGINE_UNAVAILABLE' : (fault ?? null), message };
  }
}

async function run(question: Extract<Question, { ask: 'run' }>): Promise<TakenRows | { refusal: string }> {
  const instance = await openInstance(question.file, question.driver);
  try {
    return await read(await instance.connect(), question.statement, question.maxRows);
  } catch (error) {
    if (error instanceof StatementRefused) return { refusal: error.reason };
    // The file was read already, so whatever the engine says is about the statement.
    return { refusal: error instanceof Error ? error.message : 'It failed.' };
  }
}
