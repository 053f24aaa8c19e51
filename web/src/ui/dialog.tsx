import { type ReactNode, useState } from 'react';
import type { DialogProps } from './dialog-window';
import styles from './dialog.module.css';
import { later } from './later';

const Window = later(async () => (await import('./dialog-window')).DialogWindow, null);

/** Loaded when it is first opened, so that no page waits for it. Then it stays, and gives the focus back when it closes. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Window {...props} /> : null;
}

export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
