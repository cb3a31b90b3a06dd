import type { RunningServer } from '@testpoint/reference-server';

/** The place where starters are tried. */
export interface Workshop {
  work: string;
  /** Every public package as it would be published, by its folder's name. */
  tarballs: Record<string, string>;
  environment: Record<string, string>;
  server: RunningServer;
  close(): Promise<void>;
}

/** What came of one project. */
export interface Starter {
  framework: string;
  layout: string;
  seconds: { install: number; init: number; run: number };
  /** Results at the server. */
  delivered: number;
  hasReport: boolean;
  ok: boolean;
  /** What the commands printed. */
  output: string;
  folder: string;
}

export function openWorkshop(root: string, work: string): Promise<Workshop>;
/** Runs a project's script `test`, without `testpoint init`. */
export function runProject(
  workshop: Workshop,
  name: string,
  files: Record<string, string>,
): Promise<{ status: number | null; output: string }>;
export function tryStarter(workshop: Workshop, framework: string, layout: string): Promise<Starter>;
