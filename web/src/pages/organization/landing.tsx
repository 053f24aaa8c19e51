import { Navigate, getRouteApi } from '@tanstack/react-router';
import { groupsOf } from '../../app/navigation';
import { catalogue, useTexts } from '../../i18n/texts';
import { type Me, useMe } from '../../session/me';
import { Page } from '../../ui/layout';
import { Empty, Forbidden, Loading } from '../../ui/notice';

const texts = catalogue(
  {
    title: 'Organization',
    needs: 'This session is not enough for this organization',
    single_sign_on: 'The organization accepts only single sign-on. Sign out, then sign in through your organization.',
    second_factor: 'The organization requires a second factor. Add one to your account, then sign in with it.',
  },
  {
    title: 'Organisation',
    needs: 'Diese Sitzung reicht für diese Organisation nicht aus',
    single_sign_on: 'Die Organisation lässt nur Single Sign-on zu. Melden Sie sich ab und dann über Ihre Organisation an.',
    second_factor: 'Die Organisation verlangt einen zweiten Faktor. Fügen Sie Ihrem Konto einen hinzu und melden Sie sich damit an.',
  },
);

const route = getRouteApi('/signed-in/organizations/$organization/');

/** Redirects to the first page of the organization that the person may see. */
export function Landing() {
  const organization = Number(route.useParams().organization);
  const me = useMe();
  if (me === undefined) return <Loading />;
  const entries = groupsOf(me, organization).flatMap((group) => group.entries);
  const first = entries.find(({ to }) => to.startsWith(`/organizations/${organization}/`));
  return first === undefined ? <Nothing me={me} organization={organization} /> : <Navigate to={first.to} replace />;
}

function Nothing({ me, organization }: { readonly me: Me; readonly organization: number }) {
  const t = useTexts(texts);
  const place = me.organizations.find(({ id }) => id === organization);
  const needs = place?.needs ?? null;
  return <Page title={place?.name ?? t.title}>{needs === null ? <Forbidden /> : <Empty title={t.needs}>{t[needs]}</Empty>}</Page>;
}
