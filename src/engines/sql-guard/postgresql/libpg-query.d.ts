declare module 'libpg-query/wasm/libpg-query.js' {
  export interface PgQueryModule {
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(sql: number): number;
    _wasm_free_parse_result(result: number): void;
    _wasm_scan(sql: number): number;
    _wasm_free_string(text: number): void;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
    UTF8ToString(pointer: number): string;
    getValue(pointer: number, type: 'i32'): number;
  }
  /** Creates a new instance with memory of its own. */
  export default function instantiate(settings?: {
    readonly print?: (line: string) => void;
    readonly printErr?: (line: string) => void;
  }): Promise<PgQueryModule>;
}
