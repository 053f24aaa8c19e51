import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsWorkspaceChoice } from '../../../platform/http/workspace-choice.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { IsLabelList } from '../../../platform/http/label-list.js';
import { IsHost } from '../../../platform/http/is-host.js';
import { IsStorable } from '../../../platform/http/storable-text.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import type { FieldError } from '../../../shared/domain-error.js';
import { type GivenConnection, problemsOf } from '../../domain/connection.js';
import { TLS_MODES } from '../../../engines/catalog-reader/target.js';
import { ENGINES, type Engine } from '../../../engines/catalog-reader/engine.js';
import { LONGEST_CA, IsTlsChoice, type TlsBody, isTlsChoice, tlsOf } from './tls-choice.js';

const message = 'Must not hold control characters.';

export class DataSourceQuery {
  /** Only those whose latest test or discovery failed. */
  @IsOptional()
  @IsIn(['true'])
  failing?: 'true';
}

/** Only these fields: clients cannot set options of a driver. */
export class ConnectionBody {
  /**
   * Name or address.
   * @example "warehouse.delta.example"
   */
  @ValidateIf((body: ConnectionBody) => body.host !== undefined)
  @IsString()
  @Length(1, 253)
  @IsHost()
  host?: string;

  /**
   * 5432 or 3306 when left out.
   * @example 5432
   */
  @ValidateIf((body: ConnectionBody) => body.port !== undefined)
  @IsInt()
  @Min(1)
  @Max(65_535)
  port?: number;

  /** @example rivers */
  @ValidateIf((body: ConnectionBody) => body.database !== undefined)
  @IsString()
  @Length(1, 255)
  @IsStorable()
  database?: string;

  /** @example headgate_reader */
  @ValidateIf((body: ConnectionBody) => body.username !== undefined)
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message })
  @Length(1, 255)
  username?: string;

  /**
   * No answer holds it. null removes it.
   * @example "the password of that role"
   */
  @ValidateIf((body: ConnectionBody) => body.password !== undefined && body.password !== null)
  @IsStorable()
  @Length(1, 1024)
  password?: string | null;

  /**
   * true asks for a trusted certificate of that host, as is the default except on this machine; false encrypts nothing.
   * @example true
   */
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'boolean' },
      {
        type: 'object',
        properties: {
          mode: { type: 'string', enum: [...TLS_MODES] },
          ca: { type: ['string', 'null'], description: 'PEM', maxLength: LONGEST_CA },
        },
        required: ['mode'],
        additionalProperties: false,
      },
    ],
  })
  @ValidateIf((body: ConnectionBody) => body.ssl !== undefined)
  @IsTlsChoice()
  ssl?: boolean | TlsBody;

  /** For sqlite and duckdb: a path in the directory of the organization. */
  @ValidateIf((body: ConnectionBody) => body.file !== undefined)
  @IsString()
  @MaxLength(500)
  file?: string;
}

@Judged<CreateDataSourceBody>(({ engine, connection }) => connectionProblems(engine, connection))
export class CreateDataSourceBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** The workspace that is to hold it; the organization itself if left out. */
  @IsWorkspaceChoice()
  workspace_id?: number | null;

  /** @example "River warehouse" */
  @IsDisplayName()
  name!: string;

  /** @example postgresql */
  @IsIn(ENGINES)
  engine!: Engine;

  /** @example {"host": "warehouse.delta.example", "database": "rivers", "username": "headgate_reader", "password": "its password"} */
  @IsObject()
  @ValidateNested()
  @Type(() => ConnectionBody)
  connection!: ConnectionBody;

  /**
   * By these labels access policies recognise the data source; setting them needs `abac.grant`.
   * @example ["restricted"]
   */
  @ValidateIf((body: CreateDataSourceBody) => body.labels !== undefined)
  @IsLabelList()
  labels?: string[];
}

@Judged<TestConnectionBody>(({ engine, connection }) => connectionProblems(engine, connection))
export class TestConnectionBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  organization_id!: number;

  /** @example postgresql */
  @IsIn(ENGINES)
  engine!: Engine;

  /** @example {"host": "warehouse.delta.example", "database": "rivers", "username": "headgate_reader", "password": "its password"} */
  @IsObject()
  @ValidateNested()
  @Type(() => ConnectionBody)
  connection!: ConnectionBody;
}

@ChangesSomething()
export class UpdateDataSourceBody {
  /** Moves it to a workspace, or with null to the organization itself. It takes the permission on both sides. */
  @IsWorkspaceChoice()
  workspace_id?: number | null;

  /** @example "River atlas" */
  @ValidateIf((body: UpdateDataSourceBody) => body.name !== undefined)
  @IsDisplayName()
  name?: string;

  /**
   * Fields merge one by one. Send the password again to change where it is sent.
   * @example {"database": "headgate_rivers"}
   */
  @ValidateIf((body: UpdateDataSourceBody) => body.connection !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => ConnectionBody)
  connection?: ConnectionBody;

  /**
   * Replaces the labels by which access policies recognise the data source; changing them needs `abac.grant`.
   * @example ["restricted"]
   */
  @ValidateIf((body: UpdateDataSourceBody) => body.labels !== undefined)
  @IsLabelList()
  labels?: string[];
}

/** What the engine asks for, of a connection whose fields may each have another type than theirs. */
function connectionProblems(engine: unknown, connection: unknown): readonly FieldError[] {
  const known = ENGINES.find((one) => one === engine);
  if (known === undefined || typeof connection !== 'object' || connection === null) return [];
  const { ssl, ...members } = membersOf(connection);
  const isText = ([name, value]: [string, unknown]): boolean => value === undefined || name === 'port' || typeof value === 'string';
  const given = Object.fromEntries(Object.entries(members).map((one) => (isText(one) ? one : [one[0], ''])));
  return problemsOf(known, { ...given, ...(isTlsChoice(ssl) && { tls: tlsOf(ssl) }) });
}

/** Leaves out what was not sent. */
export function givenBy({ ssl, ...body }: ConnectionBody): GivenConnection {
  const given = { ...body, ...(ssl !== undefined && { tls: tlsOf(ssl) }) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
