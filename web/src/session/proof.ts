import type { StepUp } from '@headgate/client';
import { useSyncExternalStore } from 'react';

/** A question to the person at the screen, and where its answer goes. */
export interface Question {
  readonly needed: StepUp;
  /** `true` when the proof was given, `false` when the person gave up. */
  readonly answer: (isProven: boolean) => void;
}

let open: Question | null = null;
const heard = new Set<() => void>();

function show(question: Question | null): void {
  open = question;
  for (const tell of heard) tell();
}

/** Opens the dialog of `ProofDialog`; calls that wait for the same proof share it. */
export function askForProof(needed: StepUp): Promise<boolean> {
  return new Promise((resolve) => {
    show({
      needed,
      answer: (isProven) => {
        show(null);
        resolve(isProven);
      },
    });
  });
}

export function useQuestion(): Question | null {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell);
      return () => heard.delete(tell);
    },
    () => open,
  );
}
