export function buildClient(): Promise<void>;
export function buildClientOf(described: object, home: string): Promise<void>;
export function checkTypes(fileNames: readonly string[]): Promise<void>;
