import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AnswerStep } from '../../../query-generation/application/answer-question.js';
import { AskQuestion } from '../../../ask/application/ask-question.js';
import { listOf } from '../../../platform/http/response-schemas.js';
import { BoundedResult, boundedResult } from './bounded-rows.js';
import { type Tool, idOf, tool } from './tool.js';

/** For clients that leave the SQL to the language model of the organization. */
@Injectable()
export class AskTool {
  readonly tools: readonly Tool[];

  constructor(askQuestion: AskQuestion) {
    this.tools = [toolOf(askQuestion)];
  }
}

/** Not a pattern: engines of other languages refuse the whole list of tools for what they cannot compile. */
function isQuestion(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && /^[^\0\p{Cs}]*$/u.test(text);
}

function wordsOf(step: AnswerStep): string {
  switch (step.kind) {
    case 'discovering':
      return 'The schema is being discovered.';
    case 'context':
      return 'The tables that the question is about are chosen.';
    case 'sql':
      return step.round === 0 ? 'A statement is written.' : 'The statement is corrected.';
    case 'verdict':
      return step.violations.length === 0 ? 'The statement may run.' : 'The statement is refused.';
    case 'rows':
      return 'The rows are there.';
    case 'summary':
      return 'The answer is put into a sentence.';
  }
}

function toolOf(askQuestion: AskQuestion): Tool {
  return tool({
    name: 'ask',
    scope: 'ask',
    title: 'Ask a question in words',
    description:
      'Has a language model of the organization write the SQL statement for a question, checks it, runs it, and answers its rows with a ' +
      'sentence. Send conversation_id of an answer to go on from it. "clarification" asks back where a question can mean two things.',
    input: {
      data_source_id: idOf('Of the data source that is asked.'),
      question: z
        .string()
        .max(4_000)
        .refine(isQuestion, 'Ask in words: there is no letter and no digit, or a character that cannot be kept.'),
      conversation_id: idOf('Of an earlier answer about the same data source.').optional(),
      max_rows: z.int().min(1).max(1_000).default(100),
    },
    output: {
      conversation_id: z.int(),
      execution_id: z.int(),
      sql: z.string().nullable(),
      explanation: z.string().nullable(),
      clarification: z.object({ question: z.string(), choices: listOf(z.string()) }).nullable(),
      sentence: z.object({ text: z.string(), by: z.enum(['model', 'service']) }).nullable(),
      result: z.object(BoundedResult).nullable(),
    },
    run: async (caller, input, { signal, tell }) => {
      const { data_source_id: dataSourceId, question, max_rows: maxRows } = input;
      const conversationId = input.conversation_id ?? null;
      const asked = { caller, dataSourceId, question, conversationId, maxRows, signal, tell: (step: AnswerStep) => tell(wordsOf(step)) };
      const answer = await askQuestion.execute(asked);
      const { executionId, sql, explanation, result, clarification, summary } = answer;
      return {
        about: `What follows is the answer of data source ${dataSourceId}.`,
        data: {
          conversation_id: answer.conversationId,
          execution_id: executionId,
          sql,
          explanation,
          clarification,
          sentence: summary?.sentence ?? null,
          result: result && boundedResult(result),
        },
      };
    },
  });
}
