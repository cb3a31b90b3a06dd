/** The environment in which starters are tried. */
export interface Workshop {
  work: string;
  /** The folder with our packages as files. */
  packages: string;
  environment: Record<string, string>;
  service: { url: string; secretKey: string };
  close(): Promise<void>;
}

/** The outcome of one project. */
export interface Starter {
  framework: string;
  layout: string;
  seconds: { install: number; init: number; run: number };
  /** Number of results at the server. */
  delivered: number;
  hasReport: boolean;
  ok: boolean;
  /** The output of the commands. */
  output: string;
  folder: string;
}

export function openWorkshop(work: string, options?: { registry?: boolean }): Promise<Workshop>;
/** One of our packages and what it needs, as dependencies of a project. */
export function dependenciesOn(name: string, workshop: Workshop): Record<string, string>;
/** Runs a project's script `test`, without `testpoint init`. */
export function runProject(
  workshop: Workshop,
  name: string,
  files: Record<string, string>,
): Promise<{ status: number | null; output: string }>;
export function tryStarter(workshop: Workshop, framework: string, layout: string): Promise<Starter>;
