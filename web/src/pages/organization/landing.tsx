import { Navigate, getRouteApi } from '@tanstack/react-router';
import { groupsOf } from '../../app/navigation';
import { NeededProof } from '../../app/needed-proof';
import { catalogue, useTexts } from '../../i18n/texts';
import { type Me, useMe } from '../../session/me';
import { Card, Page } from '../../ui/layout';
import { Forbidden, Loading } from '../../ui/notice';

const texts = catalogue(
  {
    title: 'Organization',
    needs: 'This session is not enough for this organization',
  },
  {
    title: 'Organisation',
    needs: 'Diese Sitzung reicht für diese Organisation nicht aus',
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
  return (
    <Page title={place?.name ?? t.title}>
      {needs === null ? (
        <Forbidden />
      ) : (
        <Card title={t.needs}>
          <NeededProof {...{ me, organization, needs }} />
        </Card>
      )}
    </Page>
  );
}
