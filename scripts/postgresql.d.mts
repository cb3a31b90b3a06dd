export function postgresqlPrograms(): string | undefined;
