const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const AGGREGATES = words(`
  count sum avg min max any_value array_agg string_agg bool_and bool_or every bit_and bit_or bit_xor
  json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict
  json_object_agg_strict jsonb_object_agg_strict json_object_agg_unique jsonb_object_agg_unique
  json_object_agg_unique_strict jsonb_object_agg_unique_strict range_agg range_intersect_agg xmlagg
  corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
  stddev stddev_pop stddev_samp variance var_pop var_samp mode percentile_cont percentile_disc`);

const WINDOW = words(`
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`);

const MATH = words(`
  abs cbrt ceil ceiling degrees div erf erfc exp factorial floor gcd lcm ln log log10 min_scale mod pi power pow radians round scale sign
  sqrt trim_scale trunc width_bucket acos acosd asin asind atan atand atan2 atan2d cos cosd cot cotd sin sind tan tand
  sinh cosh tanh asinh acosh atanh random random_normal numeric float8 float4 int2 int4 int8 bool`);

// The arguments of repeat, lpad, rpad and format are judged as well: these functions can make a gigabyte of a few characters.
const TEXT = words(`
  ascii bit_length btrim casefold char_length character_length chr concat concat_ws format initcap left length lower lpad ltrim
  md5 normalize is_normalized octet_length overlay parse_ident position quote_ident quote_literal quote_nullable
  regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
  regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim similar_to_escape like_escape split_part
  starts_with string_to_array string_to_table strpos substr substring textlen to_ascii to_hex to_bin to_oct translate
  unistr upper text encode decode convert_from convert_to sha224 sha256 sha384 sha512 crc32 crc32c get_bit get_byte
  bit_count to_char to_date to_number to_timestamp pg_size_pretty num_nulls num_nonnulls
  pg_typeof`);

const DATE = words(`
  age clock_timestamp date date_bin date_part date_trunc extract isfinite justify_days justify_hours justify_interval
  make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp timeofday timezone
  transaction_timestamp date_add date_subtract timestamp timestamptz time timetz interval gen_random_uuid uuidv4 uuidv7
  uuid_extract_timestamp uuid_extract_version`);

const JSON_VALUES = words(`
  to_json to_jsonb array_to_json row_to_json json_build_array jsonb_build_array json_build_object jsonb_build_object
  json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
  json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_extract_path
  jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys jsonb_object_keys
  json_strip_nulls jsonb_strip_nulls jsonb_set jsonb_set_lax jsonb_insert jsonb_path_exists jsonb_path_match
  jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_path_exists_tz jsonb_path_match_tz
  jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_pretty json_typeof jsonb_typeof
  jsonb_contains jsonb_exists json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset`);

const ARRAYS = words(`
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions array_prepend
  array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_string array_upper cardinality
  trim_array unnest generate_subscripts generate_series enum_first enum_last enum_range`);

const RANGES = words(`
  isempty lower_inc lower_inf upper_inc upper_inf range_merge multirange int4range int8range numrange tsrange
  tstzrange daterange int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`);

const SEARCH = words(`
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline strip setweight
  numnode querytree tsvector_to_array array_to_tsvector ts_delete tsquery_phrase`);

const NETWORK_AND_SHAPES = words(`
  abbrev broadcast family host hostmask inet_merge inet_same_family masklen netmask network set_masklen
  area center diameter height width isclosed isopen npoints pclose popen radius slope point box circle line lseg path
  polygon`);

/** Pure functions of `pg_catalog`: none reads a file, a setting or the catalog, runs a query, waits, locks or writes. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...AGGREGATES,
  ...WINDOW,
  ...MATH,
  ...TEXT,
  ...DATE,
  ...JSON_VALUES,
  ...ARRAYS,
  ...RANGES,
  ...SEARCH,
  ...NETWORK_AND_SHAPES,
]);

export const AGGREGATE_FUNCTIONS: ReadonlySet<string> = new Set(AGGREGATES);

/** Table functions whose column has the name of the alias. */
export const NAMED_BY_ALIAS: ReadonlySet<string> = new Set(
  words(`generate_series generate_subscripts unnest string_to_table regexp_split_to_table regexp_matches json_object_keys
    jsonb_object_keys jsonb_path_query jsonb_path_query_tz`),
);

/** Functions that return one value and that people put into FROM to give it a name: `FROM to_tsquery('river') AS q`. */
export const NAMED_VALUES: ReadonlySet<string> = new Set(
  words(`to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery`),
);

/** Functions that a FROM may call: those that return several rows, and the named values. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...NAMED_BY_ALIAS,
  ...NAMED_VALUES,
  ...words(`json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_each
    jsonb_each json_each_text jsonb_each_text json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset`),
]);

/** Columns that functions of PostgreSQL return. None of them is also the name of a function. */
export const FUNCTION_COLUMNS: ReadonlySet<string> = new Set(words(`key value ordinality lexeme positions weights`));

export const TYPES: ReadonlySet<string> = new Set(
  words(`int2 int4 int8 smallint integer bigint float4 float8 numeric decimal money bool boolean text varchar bpchar char
    date time timetz timestamp timestamptz interval uuid json jsonb jsonpath bytea bit varbit inet cidr macaddr macaddr8
    point line lseg box path polygon circle tsvector tsquery int4range int8range numrange tsrange tstzrange daterange
    int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`),
);
