import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import type { Read } from '../../session/read';
import { Card } from '../../ui/layout';
import { Badge } from '../../ui/notice';
import { Table } from '../../ui/table';
import styles from './data-policies.module.css';
import type { PREVIEW } from './data-policy-api';
import { texts } from './preview-texts';
import { type Condition, written } from './rule';
import { texts as shared } from './texts';

export type PreviewRead = Read<typeof PREVIEW>;

type Relation = PreviewRead['relations'][number];
type Column = Relation['columns'][number];
type Reason = Relation['reasons'][number];

const TONES = {
  full: 'good',
  restricted: 'warning',
  denied: 'bad',
  refused: 'bad',
  unreadable: 'info',
  visible: 'good',
  masked: 'warning',
} as const satisfies Record<Relation['access'] | Column['access'], string>;

interface PreviewedRelationProps {
  readonly organization: number;
  readonly relation: Relation;
}

/** What the member would see of one relation, and why. Columns are folded away if there is nothing to say about them. */
export function PreviewedRelation({ organization, relation }: PreviewedRelationProps) {
  const t = useTexts(texts);
  const { schema, relation: name, access, rows_filtered: isFiltered, reasons, columns } = relation;
  return (
    <Card title={`${schema}.${name}`} actions={<Badge tone={TONES[access]}>{t[access]}</Badge>}>
      {isFiltered && <p>{t.someRows}</p>}
      <Reasons organization={organization} reasons={reasons} />
      <details className={styles['folded']} open={access === 'restricted'}>
        <summary>{t.columns}</summary>
        <Table
          caption={`${t.columns}: ${schema}.${name}`}
          rows={columns}
          keyOf={(column) => column.name}
          columns={[
            { title: t.column, cell: (column) => <code>{column.name}</code> },
            { title: t.type, cell: ({ type }) => <code>{type}</code> },
            { title: t.sees, cell: (column) => <Seen column={column} /> },
            {
              title: t.why,
              cell: (column) => <Reasons organization={organization} reasons={column.reasons} />,
            },
          ]}
        />
      </details>
    </Card>
  );
}

function Seen({ column: { access, mask } }: { readonly column: Column }) {
  const t = useTexts(texts);
  const words = useTexts(shared);
  return <Badge tone={TONES[access]}>{mask === null ? t[access] : words[`${mask}Effect`]}</Badge>;
}

function Reasons({ organization, reasons }: { readonly organization: number; readonly reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.map((reason, index) => (
        <li key={index}>
          <ReasonSentence organization={organization} reason={reason} />
        </li>
      ))}
    </ul>
  );
}

function ReasonSentence({ organization, reason }: { readonly organization: number; readonly reason: Reason }) {
  const t = useTexts(texts);
  const words = useTexts(shared);
  const { kind, data_policy_id: policy, data_policy_name: name, tag, effect, where, attributes, problems } = reason;
  const known = attributes.flatMap(({ name: of, values }) => (values === null ? [] : [`${of} = ${values.join(', ')}`]));
  return (
    <>
      {policy !== null && (
        <>
          <Link
            to="/organizations/$organization/data-policies/$policy"
            params={{ organization: String(organization), policy: String(policy) }}
          >
            {name}
          </Link>
          <span>{': '}</span>
        </>
      )}
      {policy === null && name !== null && <span>{`${name || t.unsavedPolicy}: `}</span>}
      {kind === 'tag' && <span>{`${t.tagged(tag ?? '')} `}</span>}
      {effect !== null && <span>{words[`${effect}Effect`]}</span>}
      {kind === 'rows' && where !== null && (
        <>
          <span>{words.onlyRows}</span> <code>{written(where as unknown as Condition)}</code>
          {known.length > 0 && <span>{` (${known.join('; ')})`}</span>}
        </>
      )}
      {kind === 'attribute_missing' && <span>{t.attribute_missing(attributes.map(({ name: of }) => of).join(', '))}</span>}
      {kind === 'attribute_unfit' && <span>{t.attribute_unfit(attributes.map(({ name: of }) => of).join(', '))}</span>}
      {(kind === 'outdated' || kind === 'condition_failed') && (
        <>
          <span>{t[kind]}</span> <span>{problems.join(' ')}</span>
        </>
      )}
      {kind === 'relation' && <span>{words.denyEffect}</span>}
      {(kind === 'not_reviewed' || kind === 'computed' || kind === 'through_relation' || kind === 'unknown_lineage') && (
        <span>{t[kind]}</span>
      )}
    </>
  );
}
