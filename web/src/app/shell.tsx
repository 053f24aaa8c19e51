import '@fontsource-variable/inter/wght.css';
import home from '@primer/octicons/build/svg/home-16.svg?raw';
import book from '@primer/octicons/build/svg/book-16.svg?raw';
import search from '@primer/octicons/build/svg/search-16.svg?raw';
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { forgetTokens } from '../pages/doors/mailed-token';
import { useAction } from '../session/action';
import { forgetDraftsOfOthers } from '../session/draft';
import { useFirstPreferences } from '../session/first-preferences';
import { type Me, useMeRead } from '../session/me';
import { useOrganizationName } from '../session/organization';
import { useQuestion } from '../session/proof';
import { useOffers } from '../session/undo';
import { leaveFor } from '../session/session';
import { Button, LinkButton } from '../ui/button';
import { LanguageChoice } from '../ui/language-choice';
import { ArriveContext, Brand, Row } from '../ui/layout';
import { later } from '../ui/later';
import { Loading, Problem } from '../ui/notice';
import { Avatar, nameOf } from '../ui/person';
import { arrive } from './arrive';
import { Icon } from './icon';
import { keepFocusIn } from './keep-focus';
import { groupsOf, texts } from './navigation';
import styles from './shell.module.css';

/** Loaded when it is first opened, so that no page waits for it. */
const Palette = later(() => import('./palette').then(({ Palette: loaded }) => loaded), null);

/** Loaded when something can be undone. */
const Toasts = later(() => import('../ui/toasts').then(({ Toasts: loaded }) => loaded), null);

/** How the keyboard in front of the person names it. */
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

const NOBODY = { username: '', display_name: null };

/** The frame of all pages behind sign-in. */
export function Shell() {
  const t = useTexts(texts);
  const read = useMeRead();
  useFirstPreferences(read.data?.user.id);
  const me = read.data;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The page on which the menu of a narrow screen was opened: it closes when another page is chosen.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isMenuOpen = openOn === path;
  const shown = useShownOrganization(me);
  const groups = useMemo(() => me && groupsOf(me, shown), [me, shown]);
  // The page of the menu below which this one stands.
  const above = groups?.flatMap(({ entries }) => entries).find(({ to }) => path.startsWith(`${to}/`));
  const question = useQuestion();
  const hasOffers = useOffers().length > 0;
  const [isSeeking, setSeeking] = useState(false);
  useEffect(() => {
    const seek = (event: KeyboardEvent): void => {
      // What browsers send when they fill a field may have no key.
      const isMeant = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isMeant || event.isComposing || event.defaultPrevented) return;
      // Another question waits, perhaps on a page that is out of sight.
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      event.preventDefault();
      setSeeking(true);
    };
    window.addEventListener('keydown', seek);
    return () => window.removeEventListener('keydown', seek);
  }, []);
  useEffect(forgetTokens, []);
  useEffect(forgetDraftsOfOthers, []);
  const leave = useAction(() => leaveFor('/signin'));
  return (
    <div className={styles['shell']} ref={keepFocusIn}>
      <a className={styles['skip']} href="#main">
        {t.skip}
      </a>
      <header className={styles['top']}>
        <Row>
          <span className={styles['menuButton']}>
            <Button aria-expanded={isMenuOpen} aria-controls="navigation" onClick={() => setOpenOn(isMenuOpen ? null : path)}>
              {t.menu}
            </Button>
          </span>
          <Brand />
        </Row>
        <Row>
          <span className={styles['seek']}>
            <Button aria-keyshortcuts="Control+K Meta+K" onClick={() => setSeeking(true)}>
              <Icon of={search} />
              <span className={styles['words']}>{t.goTo}</span>
              <kbd aria-hidden="true">{SHORTCUT}</kbd>
            </Button>
          </span>
          <span className={styles['rare']} data-open={isMenuOpen}>
            <LanguageChoice />
          </span>
          <LinkButton to="/account" look="quiet">
            {/* Its place is there before its letters. */}
            <Avatar of={me?.user ?? NOBODY} />
            <span className={styles['words']}>{me === undefined ? t.account : nameOf(me.user)}</span>
          </LinkButton>
          <span className={styles['rare']} data-open={isMenuOpen}>
            <Button onClick={() => leave.run(undefined)} isBusy={leave.isRunning}>
              {t.signOut}
            </Button>
          </span>
        </Row>
      </header>
      <nav id="navigation" className={styles['side']} data-open={isMenuOpen} aria-label={t.menu}>
        {me !== undefined && <Navigation me={me} />}
        {me === undefined && read.error === null && <Loading />}
        {/* Below the menu, which would push it away. */}
        {(me !== undefined || read.error !== null) && (
          <a className={styles['entry']} href="/help" hrefLang="en" target="_blank" rel="noopener">
            <Icon of={book} />
            <span>{t.help}</span>
          </a>
        )}
      </nav>
      {isSeeking && me !== undefined && question === null && <Palette me={me} organization={shown} onClose={() => setSeeking(false)} />}
      <main id="main" className={styles['main']} tabIndex={-1}>
        <Problem error={leave.error} />
        {me === undefined && <Problem error={read.error} onRetry={() => void read.refetch()} />}
        {above !== undefined && (
          <Link to={above.to} className={styles['above']}>
            {t[above.label]}
          </Link>
        )}
        <ArriveContext value={arrive}>
          <Outlet />
        </ArriveContext>
        <p className={styles['late']} role="status">
          {t.late}
        </p>
      </main>
      {/* There before its content, so that it is read aloud. */}
      <div role="status">{hasOffers && <Toasts person={me?.user.id} />}</div>
    </div>
  );
}

/** The organization of the address, or else the one that comes first. */
function useShownOrganization(me: Me | undefined): number | null {
  const { organization } = useParams({ strict: false });
  return organization === undefined ? (me?.organizations[0]?.id ?? null) : Number(organization);
}

function Navigation({ me }: { readonly me: Me }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const current = useShownOrganization(me);
  const isOneOfMany = me.organizations.length > 1 && current !== null;
  const own = useOrganizationName(current) ?? t.organization;
  // Its name is said once: by the choice, or by the heading.
  const headings = isOneOfMany ? t : { ...t, people: own };
  return (
    <>
      <Link to="/" className={styles['entry']} activeOptions={{ exact: true }}>
        <Icon of={home} />
        <span>{t.start}</span>
      </Link>
      {isOneOfMany && (
        <select
          className={styles['switch']}
          aria-label={t.organization}
          value={current}
          onChange={({ target }) => void navigate({ to: '/organizations/$organization', params: { organization: target.value } })}
        >
          {me.organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {groupsOf(me, current).map(({ label, entries }) => (
        <div key={label}>
          <span className={styles['heading']}>{headings[label]}</span>
          <ul className={styles['group']}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className={styles['entry']}>
                  <Icon of={entry.icon} />
                  <span>{t[entry.label]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
