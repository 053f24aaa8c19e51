import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type ContentFile, Contents } from '../../application/ports/contents.js';
import type { Subject } from '../../domain/export.js';
import { FILES_OF_ORGANIZATION } from './files-of-organization.js';
import { FILES_OF_PERSON } from './files-of-person.js';

const ROWS_AT_ONCE = 200;

/** Raw: reads tables of all contexts by cursors, as rows that nobody but a file needs. */
@Injectable()
export class SqlContents extends Contents {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  filesOf(subject: Subject, admittedTo: readonly number[]): readonly ContentFile[] {
    const [files, id] =
      'userId' in subject ? ([FILES_OF_PERSON, subject.userId] as const) : ([FILES_OF_ORGANIZATION, subject.organizationId] as const);
    return files.map(({ name, sql }) => ({ name, lines: this.linesOf(sql, sql.includes('$2') ? [id, admittedTo] : [id]) }));
  }

  private async *linesOf(sql: string, values: readonly unknown[]): AsyncGenerator<readonly string[]> {
    // All rows are wanted, not the first few.
    await this.session.execute(`SELECT set_config('TimeZone', 'UTC', true), set_config('cursor_tuple_fraction', '1', true)`);
    await this.session.execute(`DECLARE exported NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line FROM (${sql}) r`, values);
    let rows: { line: string }[];
    do {
      rows = await this.session.query<{ line: string }>(`FETCH ${ROWS_AT_ONCE} FROM exported`);
      if (rows.length > 0) yield rows.map(({ line }) => line);
    } while (rows.length === ROWS_AT_ONCE);
    await this.session.execute('CLOSE exported');
  }
}
