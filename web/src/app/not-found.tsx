import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { Gate } from '../ui/layout';
import { pageFor } from './prefixes';

const texts = catalogue(
  {
    title: 'Page not found',
    text: 'There is nothing at this address. Check its spelling, or go to the start page.',
    home: 'Go to the start page',
  },
  {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts. Prüfen Sie sie auf Tippfehler oder beginnen Sie von vorn.',
    home: 'Zur Startseite',
  },
);

/** People shorten addresses: the beginning of one leads to its page. */
export function NotFound() {
  const t = useTexts(texts);
  const page = pageFor(useLocation().pathname);
  if (page !== undefined) return <Navigate to={page} replace />;
  return (
    <Gate title={t.title}>
      <p>{t.text}</p>
      <Link to="/">{t.home}</Link>
    </Gate>
  );
}
