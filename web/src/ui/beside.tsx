import type { ReactNode } from 'react';
import styles from './beside.module.css';
import { Stack } from './layout';

/** What a person fills in, and beside it what comes of it; below it where there is no room. */
export function Beside({ side, children }: { readonly side: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles['around']}>
      <div className={styles['columns']}>
        <Stack>{children}</Stack>
        <div className={styles['side']}>
          <Stack>{side}</Stack>
        </div>
      </div>
    </div>
  );
}
