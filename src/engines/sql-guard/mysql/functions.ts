function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Functions that compute and do nothing else, and that both MySQL 8 and MariaDB have. */
const BOTH = words(`
  avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop stddev_samp
  sum var_pop var_samp variance
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor ln log log10 log2 mod pi pow power radians
  rand round sign sin sqrt tan truncate bit_count
  ascii bin bit_length char char_length character_length concat concat_ws elt export_set field find_in_set format hex insert instr
  lcase left length locate lower lpad ltrim make_set mid oct octet_length ord position quote repeat replace reverse right rpad
  rtrim soundex space strcmp substr substring substring_index trim ucase unhex upper md5 sha sha1 sha2 to_base64 from_base64
  regexp_instr regexp_replace regexp_substr uuid charset coercibility collation
  adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format
  date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format hour last_day localtime
  localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time
  second str_to_date subdate subtime sysdate time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days
  to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek
  cast coalesce convert greatest if ifnull interval isnull least nullif row
  inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv6
  json_array json_array_append json_array_insert json_contains json_contains_path json_depth json_extract json_insert json_keys
  json_length json_merge_patch json_merge_preserve json_object json_overlaps json_quote json_remove json_replace json_search
  json_set json_type json_unquote json_valid json_value
  point st_area st_asgeojson st_astext st_centroid st_contains st_crosses st_dimension st_disjoint st_distance st_distance_sphere
  st_endpoint st_envelope st_equals st_geometrytype st_geomfromgeojson st_geomfromtext st_intersection st_intersects st_isempty
  st_length st_numpoints st_overlaps st_pointn st_srid st_startpoint st_touches st_union st_within st_x st_y`);

const MYSQL_ALONE = words(`any_value bin_to_uuid grouping is_uuid json_pretty json_schema_valid regexp_like st_latitude st_longitude
  uuid_to_bin`);

const MARIADB_ALONE = words(`add_months chr crc32c json_compact json_detailed json_equals json_exists json_loose json_normalize
  json_query lengthb median months_between nvl nvl2 percentile_cont percentile_disc to_char`);

const OF_BOTH: ReadonlySet<string> = new Set(BOTH);
const OF_MYSQL: ReadonlySet<string> = new Set([...BOTH, ...MYSQL_ALONE]);
const OF_MARIADB: ReadonlySet<string> = new Set([...BOTH, ...MARIADB_ALONE]);

/**
 * In lower case. If a server has no built-in function of a name, it calls a stored function of that name. So each server gets its own
 * list, and a server of unknown version gets the functions that both have.
 */
export function functionsOf(serverVersion: string): ReadonlySet<string> {
  if (isMariaDb(serverVersion)) return OF_MARIADB;
  return /^(?:[89]|[1-9][0-9])\./.test(serverVersion) ? OF_MYSQL : OF_BOTH;
}

export function isMariaDb(serverVersion: string): boolean {
  return /mariadb/i.test(serverVersion);
}

/** Functions with an argument that sets how long the result is, and the index of that argument. */
export const LENGTH_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['repeat', 1],
  ['lpad', 1],
  ['rpad', 1],
  ['space', 0],
]);

/** Functions with a FROM between their arguments. */
export const WITH_FROM: ReadonlySet<string> = new Set(['extract', 'trim', 'substring', 'substr', 'mid']);
export const WITH_FOR: ReadonlySet<string> = new Set(['substring', 'substr', 'mid']);

export const TYPES: ReadonlySet<string> = new Set(
  words('SIGNED UNSIGNED DECIMAL DEC NUMERIC CHAR VARCHAR BINARY DATE DATETIME TIME DOUBLE FLOAT REAL JSON YEAR INT INTEGER UUID INET6'),
);

/** Words that stand before a parenthesis and call nothing. */
export const BEFORE_PARENTHESIS: ReadonlySet<string> = new Set(
  words(`AGAINST ALL AND ANY AS BETWEEN BINARY BY CASE DISTINCT DISTINCTROW DIV ELSE ESCAPE EXISTS GROUP HAVING IN INTERVAL IS LIKE
    LIMIT MATCH MOD NOT OF OFFSET ON OR OVER REGEXP RLIKE ROW SELECT SOME THEN USING VALUES WHEN WHERE XOR`),
);

/** These are names only in quotes or after a dot. A query that only reads needs none of them. */
export const FORBIDDEN_WORDS: ReadonlySet<string> = new Set(
  words(`ALTER ANALYZE CALL CREATE CURRENT_ROLE CURRENT_USER DELETE DESCRIBE DROP DUMPFILE EXPLAIN FOR FORCE GRANT IGNORE INSERT INTO
    KILL LOAD LOCK OPTIMIZE OUTFILE PROCEDURE PURGE RENAME REPLACE RETURNING REVOKE SET SHOW SIGNAL TABLE UPDATE USE`),
);

/** Words that may follow SELECT, in any order. They say how the server works, and change no result. */
export const SELECT_OPTIONS = words(`ALL DISTINCT DISTINCTROW HIGH_PRIORITY STRAIGHT_JOIN SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_NO_CACHE
  SQL_SMALL_RESULT`);

/** Options that may follow SELECT and that we refuse: a whole result is counted behind its limit, or kept at the server. */
export const FORBIDDEN_OPTIONS: ReadonlySet<string> = new Set(words(`SQL_CACHE SQL_CALC_FOUND_ROWS`));

/** Before a string: encodings in which each quote and each backslash is one byte that is nothing else, so that all see the same end. */
export const ENCODINGS: ReadonlySet<string> = new Set(words(`_ascii _binary _latin1 _utf8 _utf8mb3 _utf8mb4`));

/** Words that begin an index hint behind a relation. */
export const INDEX_HINTS = words(`USE IGNORE FORCE`);

/** These can name a relation only in quotes or after a dot. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...FORBIDDEN_WORDS,
  ...FORBIDDEN_OPTIONS,
  ...SELECT_OPTIONS,
  ...BEFORE_PARENTHESIS,
  ...words(`ASC CROSS DESC END EXCEPT FROM FULL INNER INTERSECT JOIN LATERAL LEFT NATURAL NULL ORDER OUTER PARTITION RIGHT STRAIGHT_JOIN
    UNION WINDOW WITH FETCH`),
]);

export const OWN_DATABASES: ReadonlySet<string> = new Set(words('information_schema performance_schema mysql sys'));

/** Built-in functions that the servers know only directly before a bracket, unless they run with IGNORE_SPACE. */
export const NEEDS_NO_SPACE: ReadonlySet<string> = new Set(
  words(`adddate bit_and bit_or bit_xor cast count curdate curtime date_add date_sub extract group_concat json_arrayagg json_objectagg max mid min now position std
    stddev stddev_pop stddev_samp subdate substr substring sum sysdate trim variance var_pop var_samp`),
);
