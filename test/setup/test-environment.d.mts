export const testEnvironment: Readonly<Record<string, string>>;
export const TEMPLATE: string;
