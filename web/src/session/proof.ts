import type { StepUp } from '@headgate/client';
import { useSyncExternalStore } from 'react';

/** A question to the person at the screen, and where its answer goes. */
export interface Question {
  /** `null` when the session is over and the person has to sign in again. */
  readonly needed: StepUp | null;
  /** `true` when the proof was given, `false` when the person cancelled. */
  readonly answer: (isProven: boolean) => void;
}

/** The first is shown, the others wait: calls may need different proofs at once. */
let asked: readonly Question[] = [];
const heard = new Set<() => void>();

function become(questions: readonly Question[]): void {
  asked = questions;
  for (const tell of heard) tell();
}

/** Opens the dialog of `ProofDialog` or `SignInAgain`; calls that wait for the same proof share it. */
export function askForProof(needed: StepUp | null): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      needed,
      answer: (isProven) => {
        become(asked.filter((other) => other !== question));
        resolve(isProven);
      },
    };
    // Without a session no other proof can be given.
    become(needed === null ? [question, ...asked] : [...asked, question]);
  });
}

export function useQuestion(): Question | null {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    () => asked[0] ?? null,
  );
}
