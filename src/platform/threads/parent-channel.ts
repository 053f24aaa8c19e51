import { Socket } from 'node:net';
import { CHANNEL, Frames, frameOf } from './frames.js';

/**
 * In a limited process: answers its parent, one question at a time, and does not outlive it.
 *
 * @param largest bytes of an answer; its parent ends a process that sends a larger one
 * @param tooLarge is sent instead of one
 */
export function answerParent<Question, Answer>(answerTo: (question: Question) => Promise<Answer>, largest: number, tooLarge: Answer): void {
  const parent = new Socket({ fd: CHANNEL });
  const frames = new Frames(Number.MAX_SAFE_INTEGER, (question) => {
    void answerTo(question as Question).then((answer) => parent.write(within(answer)));
  });
  const within = (answer: Answer): Buffer => {
    try {
      return frameOf(answer, largest);
    } catch {
      // Also when it is more than a text may hold.
      return frameOf(tooLarge, largest);
    }
  };
  parent.on('data', (bytes: Buffer) => frames.push(bytes));
  parent.on('error', () => process.exit());
  parent.on('close', () => process.exit());
}
