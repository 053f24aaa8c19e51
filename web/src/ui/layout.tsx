import { Link } from '@tanstack/react-router';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { LanguageChoice } from './language-choice';
import styles from './layout.module.css';

/** Says where the person is: in the title of the tab, and by the focus for people who hear a page. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Headgate`;
  }, [title]);
  useEffect(() => {
    // A field that asks for the focus itself keeps it.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return heading;
}

/** How the frame watches a page while its parts arrive. */
export const ArriveContext = createContext<((page: HTMLElement | null) => (() => void) | undefined) | undefined>(undefined);

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the console: one heading, what can be done, and the rest. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useHeading(title);
  return (
    <div className={styles['page']} ref={useContext(ArriveContext)}>
      <div className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <Row>{actions}</Row>}
      </div>
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      {children}
    </div>
  );
}

/** A page for visitors who are not signed in: sign-in, resets, invitations. */
export function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useHeading(title);
  return (
    <div className={styles['gate']}>
      <header>
        <Brand />
      </header>
      <main>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      <footer>
        <LanguageChoice />
      </footer>
    </div>
  );
}

export function Brand() {
  return (
    <Link className={styles['brand']} to="/">
      <img src="/favicon.svg" alt="" width="24" height="24" />
      Headgate
    </Link>
  );
}

interface CardProps {
  readonly title?: string;
  /** Tells it from others with the same title, to those who hear it. */
  readonly label?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, label = title, actions, children }: CardProps) {
  return (
    <section className={styles['card']} data-card {...(label === undefined ? {} : { 'aria-label': label })}>
      {title !== undefined && (
        <div className={styles['head']}>
          <h2>{title}</h2>
          {/* An empty row would wrap below a long title. */}
          {actions !== undefined && actions !== null && actions !== false && <Row>{actions}</Row>}
        </div>
      )}
      {children}
    </section>
  );
}

export function Stack({ children, isNarrow = false }: { readonly children: ReactNode; readonly isNarrow?: boolean }) {
  return (
    <div className={`${styles['stack']} ${isNarrow ? styles['narrow'] : ''}`} data-stack>
      {children}
    </div>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
