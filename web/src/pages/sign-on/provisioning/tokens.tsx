import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Help } from '../../../ui/help';
import { Card, Stack } from '../../../ui/layout';
import { Empty, Shown } from '../../../ui/notice';
import { SecretOnce } from '../../../ui/secret';
import { Pager } from '../../../ui/table';
import { CopiedValues } from '../copied-value';
import { useOrganizationId } from '../../../session/organization';
import { IssueToken } from './issue-token';
import { SCIM_TOKENS } from './read-tokens';
import { texts } from './texts';
import { TokenTable } from './token-table';

const route = getRouteApi('/signed-in/organizations/$organization/provisioning');

interface NewToken {
  readonly name: string;
  readonly token: string;
}

export function Tokens() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const { page = 1 } = route.useSearch();
  const [isIssuing, setIssuing] = useState(false);
  // The secret lives here until it is put away, and nowhere else.
  const [made, setMade] = useState<NewToken | null>(null);
  const tokens = useRead(SCIM_TOKENS, { params: { path: { org_id: organization }, query: { page, limit: 20 } } });
  const issue = (
    <Button look="primary" onClick={() => setIssuing(true)}>
      {t.issue}
    </Button>
  );
  return (
    <>
      <Card title={t.addresses}>
        <CopiedValues
          values={[
            { label: t.okta, value: `${location.origin}/scim/v2` },
            { label: t.entra, value: `${location.origin}/scim/v2/?aadOptscim062020` },
          ]}
        />
        <p>{t.oktaMore}</p>
      </Card>
      <Card
        title={t.tokens}
        actions={
          <>
            <Help at="connect-okta#what-the-token-may-do" about={t.tokens} />
            {(tokens.data?.scim_tokens.length ?? 0) > 0 && issue}
          </>
        }
      >
        <Shown of={tokens}>
          {({ scim_tokens: rows, pagination }) =>
            rows.length === 0 ? (
              <Empty title={t.noTokens} action={issue}>
                {t.noTokensText}
              </Empty>
            ) : (
              <Stack>
                <TokenTable organization={organization} tokens={rows} onMade={setMade} />
                <Pager pagination={pagination} />
              </Stack>
            )
          }
        </Shown>
      </Card>
      <IssueToken organization={organization} isOpen={isIssuing} onClose={() => setIssuing(false)} onMade={setMade} />
      <SecretOnce
        title={t.secretTitle}
        secret={made?.token ?? null}
        fileName={`${made?.name ?? 'scim'}-token.txt`}
        onStored={() => setMade(null)}
      />
    </>
  );
}
