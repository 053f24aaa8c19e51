import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { Judged } from '../../../platform/http/judged.js';
import { KEY_SCOPES, type KeyScope } from '../../domain/access-key.js';
import { isRedirectAddress } from '../../domain/agent-client.js';
import { ADMITTED_CLIENTS, type AgentRules, MOST_DAYS } from '../../domain/agent-rules.js';
import { LONGEST_REQUEST } from '../../domain/authorization-request.js';
import { LentRightsBody } from './access-key.dto.js';

const MOST_LISTED = 100;
const MOST_ADDRESSES = 20;
const HOST_OR_DOCUMENT = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?|https:\/\/[^\s#@\\]+\/[^\s#@\\]+)$/;

export class JudgeAgentRequestBody {
  /**
   * The query of the address that the program opened, as it came.
   * @example "response_type=code&client_id=headgate-demo&redirect_uri=http%3A%2F%2Flocalhost%3A8765%2Fcallback&scope=schema.read+query.run&state=af0ifjsldkj&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
   */
  @IsString()
  @Length(1, LONGEST_REQUEST)
  request!: string;
}

export class AllowAgentBody extends LentRightsBody {
  /**
   * As it was read.
   * @example "response_type=code&client_id=headgate-demo&redirect_uri=http%3A%2F%2Flocalhost%3A8765%2Fcallback&scope=schema.read+query.run&state=af0ifjsldkj&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
   */
  @IsString()
  @Length(1, LONGEST_REQUEST)
  request!: string;

  /**
   * For how long.
   * @example 30
   */
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  days!: number;
}

export class AgentRulesBody {
  /**
   * `listed`: registered clients, and those of `listed`; `any`: also all others that have a metadata document.
   * @example listed
   */
  @IsIn(ADMITTED_CLIENTS)
  admits!: AgentRules['admits'];

  /**
   * Hosts, and addresses of Client ID Metadata Documents.
   * @example ["claude.ai", "https://vscode.dev/oauth/client-metadata.json"]
   */
  @IsArray()
  @ArrayMaxSize(MOST_LISTED)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(500, { each: true })
  @Matches(HOST_OR_DOCUMENT, { each: true, message: 'Send hosts such as claude.ai, or https addresses of documents.' })
  listed!: string[];

  /**
   * The widest that a program may get.
   * @example ["schema.read", "query.run", "ask", "template.read", "template.execute"]
   */
  @IsArray()
  @ArrayUnique()
  @IsIn(KEY_SCOPES, { each: true })
  scopes!: KeyScope[];

  /**
   * After so many days a person has to connect a program again.
   * @example 90
   */
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  longest_days!: number;
}

const ADDRESS_PROBLEM =
  'Send addresses with https, of this machine such as http://127.0.0.1/callback, or with a scheme that belongs to the program alone.';

@Judged<RegisterClientBody>(({ redirect_uris: addresses }) =>
  !Array.isArray(addresses) || addresses.every((one) => typeof one === 'string' && isRedirectAddress(one, { ownSchemes: true }))
    ? []
    : [{ field: 'redirect_uris', message: ADDRESS_PROBLEM }],
)
export class RegisterClientBody {
  /**
   * As people see it when the program asks them.
   * @example "Reporting assistant"
   */
  @IsDisplayName()
  name!: string;

  /**
   * Where answers may go. A program on a person's machine may use any port.
   * @example ["http://127.0.0.1/callback"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_ADDRESSES)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(2_000, { each: true })
  redirect_uris!: string[];

  /**
   * Whether it runs on a server that keeps a secret. A program on a person's machine cannot.
   * @example false
   */
  @IsBoolean()
  has_secrets!: boolean;
}
