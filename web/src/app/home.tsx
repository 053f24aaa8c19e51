import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { type Me, isSystemAdmin, placesOf, useMe } from '../session/me';
import { LinkButton } from '../ui/button';
import { Card, Page, Row } from '../ui/layout';
import { Empty, Loading, Notice } from '../ui/notice';
import { HomeData } from './home-data';
import { HomeSteps } from './home-steps';
import { HomeWaiting } from './home-waiting';
import { NeededProof } from './needed-proof';
import { groupsOf, texts as navigation } from './navigation';
import { nameOf } from '../ui/person';

const texts = catalogue(
  {
    title: 'Start',
    welcome: (name: string) => `Signed in as ${name}.`,
    noneTitle: 'You belong to no organization yet',
    none: 'Ask an owner to invite you, or open the link in the mail of an invitation.',
    account: 'Manage your account',
    role: (name: string) => `Your role: ${name}.`,
  },
  {
    title: 'Start',
    welcome: (name: string) => `Angemeldet als ${name}.`,
    noneTitle: 'Sie gehören noch zu keiner Organisation',
    none: 'Bitten Sie die Inhaber um eine Einladung, oder öffnen Sie den Link einer Einladung aus Ihrer Mail.',
    account: 'Zum eigenen Konto',
    role: (name: string) => `Ihre Rolle: ${name}.`,
  },
);

/** What waits, what was used last, and what comes first. The menu beside it leads everywhere else. */
export function Home() {
  const t = useTexts(texts);
  const names = useTexts(navigation);
  const me = useMe();
  if (me === undefined) return <Loading />;
  return (
    <Page title={t.title} lead={t.welcome(nameOf(me.user))}>
      {me.organizations.length === 0 && !isSystemAdmin(me) && (
        <Empty title={t.noneTitle} action={<Link to="/account">{t.account}</Link>}>
          {t.none}
        </Empty>
      )}
      {placesOf(me, 'data_source.read').length > 0 && <HomeData me={me} />}
      {me.organizations.map((organization) => (
        <HomeOrganization key={organization.id} me={me} organization={organization} />
      ))}
      {isSystemAdmin(me) && (
        <Card title={names.administration}>
          <Row>
            {groupsOf(me, null)
              .filter(({ label }) => label === 'administration')
              .flatMap(({ entries }) => entries)
              .map(({ to, label }) => (
                <LinkButton key={to} to={to}>
                  {names[label]}
                </LinkButton>
              ))}
          </Row>
        </Card>
      )}
    </Page>
  );
}

interface HomeOrganizationProps {
  readonly me: Me;
  readonly organization: Me['organizations'][number];
}

function HomeOrganization({ me, organization: { id, name, role, needs } }: HomeOrganizationProps) {
  const t = useTexts(texts);
  return (
    <Card title={name}>
      <p>{t.role(role)}</p>
      {needs === null ? (
        <>
          <HomeWaiting me={me} organization={id} />
          <HomeSteps me={me} organization={id} />
        </>
      ) : (
        <Notice tone="warning">
          <NeededProof {...{ me, organization: id, needs }} />
        </Notice>
      )}
    </Card>
  );
}
