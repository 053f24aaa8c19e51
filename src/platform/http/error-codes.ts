/** Every error code that a client may meet, with the status it always has and what it means there. */
export const ERRORS = {
  VALIDATION_FAILED: [
    400,
    'The request is not valid. `details` names each field that is wrong and says what it must be.',
  ],
  UNAUTHORIZED: [
    401,
    'The credentials are missing, wrong, expired or revoked. Log in again, or renew the access token.',
  ],
  INVALID_ACTIVATION_TOKEN: [
    400,
    'The activation token is malformed, was used already, or belongs to another session or device. Log in again to get a new one.',
  ],
  INVALID_RESET_TOKEN: [
    400,
    'The token of the reset mail is unknown, was used, or is too old. Ask for a new mail; only the newest one counts.',
  ],
  INVALID_VERIFICATION_TOKEN: [
    400,
    'The token of the verification mail is unknown, was used, is too old, or was sent to another address. Ask for a new mail.',
  ],
  MFA_REQUIRED: [401, 'The password is right. Answer the challenge in `mfa` at `POST /api/auth/mfa/verify`.'],
  LINK_FACTOR_REQUIRED: [401, 'The password is right. Send it again with a `method` of `mfa.methods` and its `code`.'],
  STEP_UP_REQUIRED: [
    401,
    'A fresh proof is needed. `step_up` says which assurance level, how many seconds old it may be, and by which `methods` you give it.',
  ],
  FORBIDDEN: [403, 'You do not have the permission for this. Ask an owner of the organization for it.'],
  FOREIGN_ORIGIN: [403, 'Only the pages of the service may call this route.'],
  EMAIL_VERIFICATION_REQUIRED: [
    403,
    'The address of the account is not verified yet. Verify it, or reset the password by mail.',
  ],
  SECOND_FACTOR_NEEDED: [
    403,
    'System administrators change things in production only with a second factor. Enrol one first.',
  ],
  OWNER_APPROVAL_REQUIRED: [
    403,
    'A system administrator needs the approval of an owner. Ask for it; `access_request` says for which organization and of which kind.',
  ],
  PASSWORD_LOGIN_REQUIRED: [
    403,
    'You set up your first second factor in a session that began with the password. Log in with it.',
  ],
  POLICY_REFUSED: [403, 'An access policy of the organization refuses this. `policies` names it.'],
  SSO_REQUIRED: [403, 'The organization requires single sign-on. Begin at `sso.start_url`.'],
  ATTEMPT_ENDED: [403, 'The login is over, or did not begin here. Begin it again.'],
  LOGOUT_REFUSED: [403, 'The message of the identity provider is not a valid logout.'],
  WRONG_BROWSER: [403, 'The login began in another browser. Finish it there, or begin again here.'],
  CONNECTION_NOT_ACTIVE: [
    403,
    'The connection is not active, so no one can log in through it. Ask an administrator to activate it.',
  ],
  HOST_NOT_ALLOWED: [
    403,
    'This installation allows no data source at that address. Ask its operator to allow the network.',
  ],
  DATA_UNDER_POLICIES: [
    403,
    'Policies or labels protect this data, so this needs `abac.grant`. Ask a person who has it, such as an owner.',
  ],
  DATA_SOURCE_CLOSED: [403, 'The data source is closed. Ask a person with `abac.grant`, such as an owner, to open it.'],
  NOT_FOUND: [404, 'It does not exist, or you may not see it.'],
  DEVICE_NOT_FOUND: [404, 'You have no such device.'],
  INVITATION_NOT_FOUND: [
    404,
    'No invitation has this token. If the invitation was sent again, use the link of the newest mail.',
  ],
  SCHEMA_NOT_FOUND: [404, 'The data source has no schema of this name, or its role cannot see it.'],
  METHOD_NOT_ALLOWED: [405, 'The address does not take this method. `Allow` says which it takes.'],
  REQUEST_TIMEOUT: [408, 'The body did not arrive within five seconds, so the connection ends. Send it again.'],
  CONFLICT: [409, 'It clashes with something that exists already. `message` says with what.'],
  LAST_LOGIN_METHOD: [409, 'It is the last way in which the person can log in. Give them another one first.'],
  LAST_OWNER: [409, 'An organization keeps at least one owner. Make another person an owner first.'],
  BREAK_GLASS_NEEDED: [
    409,
    'While single sign-on is required, two owners must be able to log in without it. Designate others first.',
  ],
  STEP_UP_METHOD_REFUSED: [409, 'This session needs another kind of fresh proof. `step_up.methods` says which.'],
  DRILL_NOT_PROVED: [
    409,
    'The session does not prove the emergency login. Log in with the password and a security key or authenticator app, then try again.',
  ],
  ENFORCEMENT_BLOCKED: [409, 'Single sign-on cannot be required yet. `blockers` lists what to do first.'],
  PLAN_STALE: [409, 'Members have changed since the newest migration plan. Make a new one; `diff` says who has moved.'],
  MEMBERS_NOT_READY: [409, 'Some members would be locked out. `members` lists them, each with the reason.'],
  WAVE_BLOCKED: [409, 'The wave cannot start yet. `gates` lists what to do first.'],
  BUILT_IN_ROLE: [409, 'A built-in role cannot be changed or deleted. Make a custom role instead.'],
  ROLE_IN_USE: [
    409,
    'The role is in use: by members, as the default of a workspace, in an invitation, or in a mapping of groups. Take it away there first.',
  ],
  INVITATION_ALREADY_ACCEPTED: [409, 'The invitation is accepted already. Log in.'],
  SCHEMA_NOT_DISCOVERED: [409, 'The schema is not known yet. Discover it first.'],
  DIAGRAM_TOO_LARGE: [
    409,
    'One diagram does not hold so many tables. Choose one schema, one table, or search for some.',
  ],
  DISCOVERY_CANCELLED: [409, 'The discovery was cancelled. The cached schema stays.'],
  QUERY_CANCELLED: [409, 'The query was cancelled.'],
  CHANGED_MEANWHILE: [409, 'While the request waited, data policies or the data source changed. Ask again.'],
  DISCOVERY_ENDED: [409, 'The discovery has ended already.'],
  CONNECTION_ACTIVE: [409, 'People log in through the connection. Disable it first.'],
  CONNECTION_NOT_TESTED: [
    409,
    'The configuration as it is now has no valid test. Test it first; `message` says what is missing.',
  ],
  CONNECTION_REQUIRED: [
    409,
    'Single sign-on is required, and no other connection lets people in. Activate another one first.',
  ],
  DOMAIN_REQUIRED: [
    409,
    'Single sign-on is required, and people who are not linked yet need this domain to come in. `message` says what to do first.',
  ],
  DOMAIN_NOT_VERIFIED: [409, 'The DNS does not show the record yet. `found` lists what it shows.'],
  DOMAIN_TAKEN: [409, 'Another organization has proved that the domain is its own.'],
  POLICY_EXAMPLES_FAILED: [
    409,
    'The policy does not decide some of its examples as they expect. `failed_examples` lists them; correct the text or the examples.',
  ],
  POLICY_LOCKS_OUT: [
    409,
    'The policy would lock owners out. `owners` says who, what they could no longer do, and which proof they lack. Have them give it, or exclude them.',
  ],
  POLICIES_TOO_LARGE: [
    409,
    'The policies in force together are larger than an organization may have. Disable one, or write it shorter.',
  ],
  IDEMPOTENCY_KEY_IN_USE: [
    409,
    'The first request with this `Idempotency-Key` is still under way. Try again after `Retry-After` seconds.',
  ],
  IDEMPOTENCY_ANSWER_NOT_KEPT: [
    409,
    'The first request with this `Idempotency-Key` was done. `made` holds the id of what it made; `null` if its ' +
      'answer was lost. Look for the result before you send the request under a new key.',
  ],
  INVITATION_EXPIRED: [
    410,
    'The invitation has expired, was revoked, or its sender may no longer invite. Ask for a new one.',
  ],
  ACTIVATION_WINDOW_EXPIRED: [
    410,
    'The activation token is older than five minutes. Log in with the second factor again.',
  ],
  GONE: [410, 'The link has expired. Ask for a new one.'],
  PRECONDITION_FAILED: [
    412,
    'It has changed since you read the `ETag` in `If-Match`. Read it again, then repeat your change.',
  ],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body is too large. The limit is 100 KiB, or 16 KiB below /api/auth and /api/v1/invitations, unless the route says otherwise.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The route does not accept a body of this type. Send `application/json`, unless the route says otherwise.',
  ],
  PRECONDITION_REQUIRED: [428, '`If-Match` is missing. Read the resource first, and send the `ETag` of what you saw.'],
  QUERY_REJECTED: [422, 'The guard does not allow the statement. `violations` says by which rules, and where.'],
  QUERY_FAILED: [422, 'The data source could not run the statement. `reason` holds its words.'],
  QUERY_MEMORY_EXCEEDED: [422, 'The statement needs more memory than a query may have. Ask for less.'],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'Another request came with this `Idempotency-Key` before. Send each new request with a key of its own.',
  ],
  POLICY_INVALID: [422, 'The text is not a valid policy. `problems` says what is wrong, and where.'],
  QUOTA_EXCEEDED: [429, 'Too many requests within a minute. Wait as many seconds as `Retry-After` says.'],
  DAILY_QUOTA_EXCEEDED: [429, 'The tokens of the language model for today are used up. Ask again after `Retry-After`.'],
  TOO_MANY_IDEMPOTENCY_KEYS: [
    429,
    'The account has used 10,000 keys within 24 hours. Try again later, or without a key.',
  ],
  RATE_LIMITED: [429, 'Too many failed attempts. Wait as many seconds as `Retry-After` says.'],
  INTERNAL: [500, 'A fault of Headgate. Report it with the `request_id`.'],
  DATA_SOURCE_UNREACHABLE: [502, 'The data source does not answer. Its cached schema stays.'],
  DATA_SOURCE_LOGIN_FAILED: [
    502,
    'The data source refuses the username or the password. Correct them in its settings.',
  ],
  DATA_SOURCE_TLS_FAILED: [
    502,
    'There is no trusted TLS connection to the data source, or it demands TLS. Correct TLS in its settings.',
  ],
  DATA_SOURCE_ACCESS_DENIED: [
    502,
    'The role that connects may not read the catalog of the data source. Grant it the rights.',
  ],
  DATA_SOURCE_LOST: [
    502,
    'The data source went away or changed during the reading. Try again; the cached schema stays.',
  ],
  DATA_SOURCE_TOO_LARGE: [502, 'The catalog of the data source is too large to read. The cached schema stays.'],
  DISCOVERY_INTERRUPTED: [
    502,
    'A restart or the memory limit ended the discovery early. Start it again; the cached schema stays.',
  ],
  MODEL_FAILED: [502, 'The language model refused, failed, or wrote no allowed statement. `fault` says which.'],
  MODEL_NOT_CONFIGURED: [503, 'This installation has no language model. Ask its operator to configure one.'],
  DATA_NOT_COMPARED: [
    503,
    'Headgate cannot tell whether this is protected data, because a file or host cannot be found now. Try again in a minute.',
  ],
  ENGINE_UNAVAILABLE: [
    503,
    'The driver of this kind of data source is not installed here. Ask the operator to install it.',
  ],
  QUERY_TIMEOUT: [504, 'The query took too long, and the data source ended it. Ask for less.'],
  DISCOVERY_TIMEOUT: [504, 'The data source took too long to read. Try again later; the cached schema stays.'],
  QUERY_INTERRUPTED: [503, 'The query gave no sign of life for too long and was given up. Ask again.'],
  INSTANCE_STOPPING: [503, 'A restart cut the request short. Send it again after `Retry-After` seconds.'],
  UNAVAILABLE: [503, 'The service is busy, or without its database. Try again after `Retry-After` seconds.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;
