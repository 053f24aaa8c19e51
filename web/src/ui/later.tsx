import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { MissingPart, isMissing } from './missing-part';
import { Loading } from './notice';

/**
 * A part that is loaded when it is first shown. If it cannot be, its place says so, and the page around it stays as it is.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = <Loading />) {
  let Part: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [state, setState] = useState<'loading' | 'here' | Error>(Part === null ? 'loading' : 'here');
    useEffect(() => {
      if (state !== 'loading') return;
      load().then(
        (part) => {
          Part = part;
          setState('here');
        },
        (error: unknown) => setState(error instanceof Error ? error : new Error(String(error))),
      );
    }, [state]);
    if (state instanceof Error && !isMissing(state)) throw state;
    if (state instanceof Error) return <MissingPart onRetry={() => setState('loading')} />;
    return Part === null ? meanwhile : <Part {...props} />;
  };
}
