import { hosts } from '@testpoint/frameworks';

interface Ran {
  framework: string;
  frameworkVersion: string;
  /** The tool or the format whose file was imported. */
  importedFrom?: string | undefined;
}

/** What ran the tests of a session, in its official spelling. For an import, the tool or the format. */
export function frameworkName({ framework, importedFrom }: Omit<Ran, 'frameworkVersion'>): string {
  return importedFrom ?? hosts.find(({ name }) => name === framework)?.title ?? framework;
}

/** The same, with its version if that is known: "Playwright 1.65.1". */
export function frameworkAndVersion(session: Ran): string {
  const version = session.importedFrom === undefined ? session.frameworkVersion : '';
  return `${frameworkName(session)} ${version}`.trim();
}
