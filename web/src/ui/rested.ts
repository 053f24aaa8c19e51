import { useEffect, useState } from 'react';

/** A text once it has not changed for a moment. */
export function useRested(text: string, pauseMs: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setRested(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text, pauseMs]);
  return rested;
}
