import { words } from './dialect-rules.js';

/** Functions that compute and do nothing else; none that reads files, settings or catalogs, or runs a query of its own. */
export const DUCKDB_FUNCTIONS = words(`
  any_value approx_count_distinct approx_quantile arg_max arg_min array_agg avg bit_and bit_or bit_xor bool_and bool_or
  corr count count_if countif covar_pop covar_samp entropy favg first fsum geomean group_concat histogram
  json_group_array json_group_object kurtosis last list listagg mad max max_by mean median min min_by mode
  percentile_cont percentile_disc product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy skewness stddev stddev_pop stddev_samp string_agg sum
  var_pop var_samp variance grouping
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos asin atan atan2 cbrt ceil ceiling cos cot degrees even exp factorial floor gamma gcd greatest_common_divisor
  isfinite isinf isnan lcm lgamma ln log log10 log2 mod pi pow power radians random round round_even sign sin sqrt tan
  trunc
  array_to_string ascii chr concat concat_ws contains ends_with hash hex instr lcase left len length levenshtein
  jaccard jaro_similarity lower lpad ltrim md5 nfc_normalize ord position prefix printf regexp_extract
  regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array repeat replace reverse right
  rpad rtrim sha256 split split_part starts_with str_split string_split strip_accents strlen strpos substr substring
  suffix trim ucase unhex unicode upper
  age century current_date current_timestamp date date_add date_diff date_part date_sub date_trunc datediff datepart
  datesub datetrunc day dayname dayofmonth dayofweek dayofyear decade epoch epoch_ms epoch_us extract hour isodow
  isoyear last_day make_date make_time make_timestamp microsecond millisecond minute month monthname now quarter second
  strftime strptime time_bucket to_days to_hours to_minutes to_months to_seconds to_timestamp to_weeks to_years today
  try_strptime week weekday weekofyear year yearweek
  cast coalesce greatest if ifnull least nullif try_cast typeof
  array_contains array_distinct array_extract array_has array_has_all array_has_any array_length array_position
  array_slice array_sort cardinality element_at flatten list_aggregate list_avg list_concat list_contains list_count
  list_distinct list_extract list_filter list_has list_has_all list_has_any list_max list_min list_position list_reduce list_reverse list_slice
  list_sort list_sum list_transform list_unique list_value map map_entries map_extract map_from_entries map_keys map_values row
  struct_extract struct_keys unnest
  json_array json_array_length json_contains json_exists json_extract json_extract_path json_extract_path_text
  json_extract_string json_keys json_object json_type json_valid json_value to_json`);
