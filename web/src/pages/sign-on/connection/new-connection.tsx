import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { useMe, usePermissions } from '../../../session/me';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Help } from '../../../ui/help';
import { Card, Page, Row } from '../../../ui/layout';
import { Forbidden, Loading, Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { Choice, Choices } from '../../../ui/choice';
import { useOrganizationId } from '../../../session/organization';
import { PROVIDERS, type ProviderId } from './choices';
import { NAMES, type Protocol } from './providers';
import { CONNECTIONS } from './read-connection';
import { texts } from './wizard-texts';

/** The first step. The service keeps what it makes, so that people can continue after a reload or on another day. */
export function NewConnection() {
  const t = useTexts(texts);
  const may = usePermissions(useOrganizationId());
  const me = useMe();
  return (
    <Page
      title={t.newTitle}
      lead={
        <>
          {t.newLead} <Help at="from-passwords-to-sso#2-connect-and-show-whose-domain-it-is" about={t.newTitle} />
        </>
      }
    >
      {me === undefined ? <Loading /> : may('sso.manage') ? <ProviderStep /> : <Forbidden />}
    </Page>
  );
}

interface Begun {
  readonly provider: ProviderId;
  readonly type: Protocol;
  /** `null`: the name of the provider. */
  readonly name: string | null;
}

function ProviderStep() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const navigate = useNavigate();
  const draft = useDraft<Begun>('connection', { provider: 'okta', type: 'oidc', name: null });
  const { provider, type, name } = draft.value;
  const shownName = name ?? (provider === 'other' ? '' : NAMES[provider]);
  const create = useAction(
    async () =>
      unwrap(
        await headgate.POST(CONNECTIONS, {
          params: { path: { org_id: organization } },
          body: { name: shownName.trim(), type },
        }),
      ),
    {
      changes: [CONNECTIONS],
      onDone: ({ connection }) => {
        draft.begin();
        void navigate({
          to: '/organizations/$organization/sso/$connection',
          params: { organization: String(organization), connection: String(connection.id) },
          search: { provider },
        });
      },
    },
  );
  return (
    <Card>
      <Form onSubmit={() => create.run(undefined)}>
        <Choices legend={t.provider}>
          {PROVIDERS.map((id) => (
            <Choice
              key={id}
              group="provider"
              title={id === 'other' ? t.other : NAMES[id]}
              {...(id === 'other' && { hint: t.otherHint })}
              isChosen={provider === id}
              onChoose={() => draft.patch({ provider: id })}
            />
          ))}
        </Choices>
        <Choices legend={t.protocol}>
          <Choice
            group="protocol"
            title="OpenID Connect"
            hint={t.oidcHint}
            isChosen={type === 'oidc'}
            onChoose={() => draft.patch({ type: 'oidc' })}
          />
          <Choice
            group="protocol"
            title="SAML"
            hint={t.samlHint}
            isChosen={type === 'saml'}
            onChoose={() => draft.patch({ type: 'saml' })}
          />
        </Choices>
        <TextField
          isProse
          label={t.name}
          required
          hint={t.nameHint}
          error={create.fieldError('name')}
          value={shownName}
          onChange={({ target }) => draft.patch({ name: target.value })}
        />
        <Restored of={draft} />
        <Problem error={create.error} />
        <Row>
          <Button type="submit" look="primary" isBusy={create.isRunning}>
            {t.begin}
          </Button>
        </Row>
      </Form>
    </Card>
  );
}
