import { Link, useParams } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { DATA_POLICIES } from '../../data-policies/data-policy-api';
import type { Violation } from './verdict';

const texts = catalogue(
  {
    one: 'This data policy keeps it from you:',
    several: 'These data policies keep it from you:',
    mayOne: 'This data policy may keep it from you:',
    maySeveral: 'These data policies may keep it from you:',
    may: 'A data policy may hide it from you.',
    ask: 'If you need what is hidden for your work, ask an owner or an administrator of the organization.',
  },
  {
    one: 'Diese Datenregel hält es vor Ihnen zurück:',
    several: 'Diese Datenregeln halten es vor Ihnen zurück:',
    mayOne: 'Vielleicht hält diese Datenregel es vor Ihnen zurück:',
    maySeveral: 'Vielleicht halten diese Datenregeln es vor Ihnen zurück:',
    may: 'Vielleicht verbirgt eine Datenregel es vor Ihnen.',
    ask: 'Wenn Sie für Ihre Arbeit brauchen, was verborgen ist, fragen Sie einen Inhaber oder die Administration der Organisation.',
  },
);

export type PolicyName = NonNullable<Violation['policies']>[number];

/** Left out on the pages of a data source. */
type SourceId = number | undefined;

interface KeptBackProps {
  readonly policies: readonly PolicyName[];
  /** What was refused may be something that a policy hides. */
  readonly isPossible: boolean;
  /** The policies restrict what was asked about, and nobody knows whether they are the reason. */
  readonly isGuess?: boolean;
  readonly source?: SourceId;
}

/** The data policies behind a refusal, for people who may read them; whom to ask, for all others. */
export function KeptBack({ policies, isPossible, isGuess = false, source }: KeptBackProps) {
  const t = useTexts(texts);
  const { organization, mayRead } = useReader(source, isPossible && policies.length === 0);
  if (policies.length === 0)
    return isPossible && organization !== null && !mayRead ? (
      <p>
        {t.may} <WhomToAsk />
      </p>
    ) : null;
  const [one, several] = isGuess ? [t.mayOne, t.maySeveral] : [t.one, t.several];
  return (
    <p>
      {policies.length === 1 ? one : several} <PolicyLinks policies={policies} source={source} />
    </p>
  );
}

export function WhomToAsk() {
  return <span>{useTexts(texts).ask}</span>;
}

interface PolicyLinksProps {
  /** `null`: one that the person may not read. */
  readonly policies: readonly { readonly id: number | null; readonly name: string }[];
  readonly source: SourceId;
}

export function PolicyLinks({ policies, source }: PolicyLinksProps) {
  const { organization } = useReader(source);
  return policies.map(({ id, name }, index) => (
    <span key={name}>
      {index > 0 && <span>, </span>}
      {id === null || organization === null ? (
        <span>{name}</span>
      ) : (
        <Link to="/organizations/$organization/data-policies/$policy" params={{ organization: String(organization), policy: String(id) }}>
          {name}
        </Link>
      )}
    </span>
  ));
}

/** Those of the organization, for a person who may read them. */
export function useDataPolicies(source: SourceId, enabled: boolean): readonly PolicyName[] {
  const { organization, mayRead } = useReader(source, enabled);
  const query = { organization_id: organization ?? 0 };
  return useRead(DATA_POLICIES, { params: { query } }, { enabled: enabled && mayRead }).data?.data_policies ?? [];
}

/** To which organization a data source belongs, and whether the person may read its policies. */
function useReader(source: SourceId, enabled = true): { readonly organization: number | null; readonly mayRead: boolean } {
  const { source: shown } = useParams({ strict: false });
  const path = { data_source_id: source ?? Number(shown) };
  const organization =
    useRead('/api/v1/data-sources/{data_source_id}', { params: { path } }, { enabled }).data?.data_source.organization_id ?? null;
  const may = usePermissions(organization);
  return { organization, mayRead: organization !== null && may('abac.read') };
}

/** Of all findings, each once. */
export function policiesIn(violations: readonly { readonly policies?: readonly PolicyName[] | undefined }[]): readonly PolicyName[] {
  return [...new Map(violations.flatMap(({ policies = [] }) => policies).map((one) => [one.id, one])).values()];
}
