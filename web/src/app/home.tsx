import { Link } from '@tanstack/react-router';
import { catalogue, useTexts } from '../i18n/texts';
import { type Me, isSystemAdmin, placesOf, useMe } from '../session/me';
import { Card, Page } from '../ui/layout';
import { Empty, Loading } from '../ui/notice';
import { HomeData } from './home-data';
import { HomeSteps } from './home-steps';
import styles from './home.module.css';
import { groupsOf, texts as navigation } from './navigation';

const texts = catalogue(
  {
    title: 'Start',
    welcome: (name: string) => `Signed in as ${name}.`,
    noneTitle: 'You belong to no organization yet',
    none: 'Ask an owner to invite you, or open the link in the mail of an invitation.',
    account: 'Manage your account',
  },
  {
    title: 'Start',
    welcome: (name: string) => `Angemeldet als ${name}.`,
    noneTitle: 'Sie gehören noch zu keiner Organisation',
    none: 'Bitten Sie die Inhaber um eine Einladung, oder öffnen Sie den Link einer Einladung aus Ihrer Mail.',
    account: 'Zum eigenen Konto',
  },
);

export function Home() {
  const t = useTexts(texts);
  const me = useMe();
  if (me === undefined) return <Loading />;
  return (
    <Page title={t.title} lead={t.welcome(me.user.username)}>
      {me.organizations.length === 0 && !isSystemAdmin(me) && (
        <Empty title={t.noneTitle} action={<Link to="/account">{t.account}</Link>}>
          {t.none}
        </Empty>
      )}
      {placesOf(me, 'data_source.read').length > 0 && <HomeData me={me} />}
      {me.organizations.map((organization) => (
        <Card key={organization.id} title={organization.name}>
          <Entries me={me} organization={organization.id} />
          {organization.needs === null && <HomeSteps me={me} organization={organization.id} />}
        </Card>
      ))}
      {me.organizations.length === 0 && isSystemAdmin(me) && <Entries me={me} organization={null} />}
    </Page>
  );
}

function Entries({ me, organization }: { readonly me: Me; readonly organization: number | null }) {
  const t = useTexts(navigation);
  return (
    <div className={styles['groups']}>
      {groupsOf(me, organization).map(({ label, entries }) => (
        <div key={label}>
          {organization !== null && <h3>{t[label]}</h3>}
          <ul className={styles['entries']}>
            {entries.map(({ to, label: name }) => (
              <li key={to}>
                <Link to={to} className={styles['entry']}>
                  {t[name]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
