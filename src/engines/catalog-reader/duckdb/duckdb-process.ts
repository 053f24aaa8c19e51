import { answerParent } from '../../../platform/threads/parent-channel.js';
import { EngineUnavailable } from '../source-fault.js';
import type { Relation } from '../relation.js';
import { FileFault, fileSystemFault } from '../file-fault.js';
import { duckDbFault } from './duckdb-driver.js';
import { openFile } from './open-file.js';
import type { OpenDuckDb } from './open-duckdb.js';
import { type Answer, LARGEST_ANSWER, type Question } from './questions.js';

/** A process that reads one file for the one that started it, and does not outlive it. */
let source: OpenDuckDb | undefined;
let reading: AsyncIterator<readonly Relation[]> | undefined;

answerParent(answerTo, LARGEST_ANSWER, { fault: 'TOO_LARGE', message: 'The catalog is too large.' });

async function answerTo(question: Question): Promise<Answer> {
  try {
    return { value: await valueOf(question) };
  } catch (error) {
    const fault = error instanceof FileFault ? error.fault : (duckDbFault(error) ?? fileSystemFault(error));
    return {
      fault: error instanceof EngineUnavailable ? 'ENGINE_UNAVAILABLE' : (fault ?? null),
      message: String(error),
    };
  }
}

async function valueOf(question: Question): Promise<unknown> {
  if (question.ask === 'open') {
    source = await openFile(question.file, question.driver);
    return source.serverVersion;
  }
  if (question.ask === 'schemas') return source?.schemas(question.name);
  if (question.ask === 'types') return source?.types(question.schema);
  if (question.ask === 'estimates') return source?.estimates(question.schema);
  if (question.ask === 'relations') reading = source?.relations(question.schema)[Symbol.asyncIterator]();
  const next = await reading?.next();
  return next === undefined || next.done ? null : next.value;
}
