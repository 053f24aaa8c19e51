import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { moved } from '../../../ui/moved';
import { Table } from '../../../ui/table';
import styles from '../sign-on.module.css';
import { texts } from './mapping-texts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

interface MappingRow {
  readonly group_id: string;
  readonly role_id: number;
  readonly workspace_id: number | null;
}

interface TableProps {
  readonly rows: readonly MappingRow[];
  readonly groups: ReadonlyMap<string, string>;
  /** Left out, where nobody knows how many are in a group. */
  readonly sizes?: ReadonlyMap<string, number>;
  readonly title?: string;
  readonly groupTitle?: string;
  readonly roles: readonly Named[];
  readonly workspaces: readonly Named[];
  /** Left out, the rows are only shown. */
  readonly onChange?: (rows: MappingRow[]) => void;
}

export function MappingTable({ rows, groups, sizes, roles, workspaces, onChange, title, groupTitle }: TableProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const groupOf = ({ group_id: id }: MappingRow): string => groups.get(id) ?? t.unknown;
  const roleOf = ({ role_id: id }: MappingRow): string => nameIn(roles, id) ?? t.unnamed;
  const placeOf = ({ workspace_id: id }: MappingRow): string => (id === null ? t.organization : (nameIn(workspaces, id) ?? t.unnamed));
  const button = (label: string, index: number, isDisabled: boolean, changed: () => MappingRow[]) => {
    const row = rows[index];
    return (
      <Button
        look={label === t.remove ? 'danger' : 'plain'}
        aria-label={row === undefined ? label : `${label}: ${t.row(groupOf(row), roleOf(row), placeOf(row))}`}
        disabled={isDisabled}
        onClick={() => onChange?.(changed())}
      >
        {label}
      </Button>
    );
  };
  return (
    <Table
      caption={title ?? t.title}
      rows={rows.map((row, index) => ({ row, index }))}
      keyOf={({ row }) => `${row.group_id} ${row.role_id} ${row.workspace_id ?? ''}`}
      columns={[
        { title: groupTitle ?? t.group, cell: ({ row }) => <span className={styles['break']}>{groupOf(row)}</span> },
        ...(sizes === undefined
          ? []
          : [
              {
                title: t.members,
                cell: ({ row }: { readonly row: MappingRow }) => {
                  const size = sizes.get(row.group_id);
                  return size === undefined ? '–' : number(size);
                },
              },
            ]),
        { title: t.role, cell: ({ row }) => roleOf(row) },
        { title: t.where, cell: ({ row }) => placeOf(row) },
        ...(onChange === undefined
          ? []
          : [
              {
                title: t.actions,
                isActions: true,
                cell: ({ index }: { readonly index: number }) => (
                  <Row>
                    {button(t.up, index, index === 0, () => moved(rows, index, index - 1))}
                    {button(t.down, index, index === rows.length - 1, () => moved(rows, index, index + 1))}
                    {button(t.remove, index, false, () => rows.filter((_row, other) => other !== index))}
                  </Row>
                ),
              },
            ]),
      ]}
    />
  );
}

export const nameIn = (all: readonly Named[], id: number): string | undefined => all.find((one) => one.id === id)?.name;
