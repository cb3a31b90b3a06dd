export function pack(root: string, names: readonly string[], folder: string): Record<string, string>;
export function npm(cwd: string, args: readonly string[]): void;
export function publicPackages(root: string): string[];
