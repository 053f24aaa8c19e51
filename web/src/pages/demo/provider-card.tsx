import { useTexts } from '../../i18n/texts';
import { Card } from '../../ui/layout';
import type { DemoFacts } from './demo-api';
import styles from './demo.module.css';
import { texts } from './texts';

export function ProviderCard({ provider }: { readonly provider: DemoFacts['identity_provider'] }) {
  const t = useTexts(texts);
  const facts = [
    [t.discovery, provider.oidc.discovery_url],
    [t.clientId, provider.oidc.client_id],
    [t.clientSecret, provider.oidc.client_secret],
    [t.metadata, provider.saml.metadata_url],
  ] as const;
  return (
    <Card title={t.provider}>
      <p>{t.providerText}</p>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t.whoCanSignIn}</h3>
      <ul>
        {provider.people.map(({ email, about, groups }) => (
          <li key={email}>
            <code>{email}</code> <span>{about}</span> <span>{t.groups(groups)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
