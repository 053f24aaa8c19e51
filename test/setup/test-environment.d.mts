export const testEnvironment: Readonly<Record<string, string>>;
export const CHEAP_PASSWORDS: { readonly bcryptCost: number };
export const TEMPLATE: string;
