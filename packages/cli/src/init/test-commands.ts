import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { callOf, callsIn } from './calls.js';
import type { Manifest } from './manifest.js';
import { type PackageManager, RUNNERS, scriptCommand } from './package-manager.js';

type Scripts = Manifest['scripts'];

/** A command that runs tests of a project as its users do. */
export interface TestCommand {
  /** The script's name, or else the framework's. */
  name: string;
  /** The frameworks that it runs. */
  frameworks: readonly Framework[];
  whole: string;
  /** The command for one of several machines; undefined if it can't be split. */
  shard(index: number, count: number): string | undefined;
}

/**
 * The commands that run each test of a project once: its own scripts, one for each configuration and part of the suite, or else
 * the frameworks' commands.
 */
export function testCommands(
  frameworks: readonly Framework[],
  scripts: Scripts,
  manager: PackageManager,
): TestCommand[] {
  const commands = new Map<string, TestCommand>();
  for (const framework of frameworks) {
    const names = scriptsOf(framework, scripts);
    if (names.length === 0) commands.set(framework.name, ofFramework(framework, manager));
    for (const name of names) {
      const others = commands.get(name)?.frameworks ?? [];
      commands.set(name, ofScript([...others, framework], name, scripts[name] ?? '', manager));
    }
  }
  return [...commands.values()];
}

function ofFramework(framework: Framework, manager: PackageManager): TestCommand {
  const { name, command, comesWithNode, shards } = framework;
  const whole = [...(comesWithNode ? [] : [RUNNERS[manager]]), ...command].join(' ');
  const shard = (index: number, count: number) => shards && [whole, ...shardOptions(shards, index, count)].join(' ');
  return { name, frameworks: [framework], whole, shard };
}

function ofScript(
  frameworks: readonly Framework[],
  name: string,
  script: string,
  manager: PackageManager,
): TestCommand {
  const endings = FRAMEWORKS.flatMap(({ endsWatching = [] }) => endsWatching);
  const ending = endings.find(([pattern]) => pattern.test(script))?.[1];
  const before = ending === undefined ? [] : [ending];
  const only = frameworks.length === 1 ? frameworks[0] : undefined;
  const shards = only && shardsOf(only, script);
  return {
    name,
    frameworks,
    whole: scriptCommand(manager, name, before),
    shard: (index, count) => shards && scriptCommand(manager, name, [...before, ...shardOptions(shards, index, count)]),
  };
}

type Shards = NonNullable<Framework['shards']>;

function shardOptions({ option, whenEmpty }: Shards, index: number, count: number): string[] {
  return [`${option}=${index}/${count}`, ...(whenEmpty === undefined ? [] : [whenEmpty])];
}

/** The option for a shard, if it reaches the framework when it is added to the script, which has no shard yet. */
function shardsOf(framework: Framework, script: string): Shards | undefined {
  const { shards } = framework;
  if (shards === undefined || script.includes(shards.option)) return undefined;
  const [call, ...others] = script.matchAll(callOf(framework));
  const isLast = call !== undefined && others.length === 0 && call.index + call[0].length === script.length;
  return isLast && shards.after?.test(call.groups?.given ?? '') !== false ? shards : undefined;
}

/** The scripts that run the framework's whole suite together, each test once. */
function scriptsOf(framework: Framework, scripts: Scripts): string[] {
  const suites = new Map<string, Suite>();
  const found = Object.keys(scripts).flatMap((name) => suitesIn(framework, name, scripts[name] ?? ''));
  if (found.length === 0) return scriptOfAnother(framework, scripts);
  const settled = found.filter(({ given }) => !INTERACTIVE.test(given)).sort((one, other) => one.rank - other.rank);
  for (const suite of settled) {
    const key = [suite.place, ...suite.part].join('\n');
    if (!suites.has(key)) suites.set(key, suite);
  }
  const wholes = new Set(settled.filter(({ part }) => part.length === 0).map(({ place }) => place));
  const chosen = [...suites.values()].filter(({ place, part }) => part.length === 0 || !wholes.has(place));
  const best = chosen.filter(({ rank }) => rank < RANK.byName);
  return [...new Set((best.length > 0 ? best : chosen).map(({ name }) => callerOf(name, scripts)))];
}

/** What a script runs of a framework's tests. */
interface Suite {
  name: string;
  given: string;
  /** Its configuration and its environment. */
  place: string;
  /** What selects a part of it; empty for all. */
  part: readonly string[];
  rank: number;
}

/** Which script to prefer of those that run the same. */
const RANK = { forCi: 0, usual: 1, other: 2, byName: 3 };

/** Names of scripts that somebody watches, or that change files. */
const FOR_PEOPLE = /(?:^|[:_-])(?:watch|ui|debug|headed|inspect|update|dev|tdd|open)(?:$|[:_-])/;

/** Arguments with which a call waits for somebody, changes files, or runs no test. */
const INTERACTIVE =
  /(?:^|\s)(?:--ui|--headed|--debug|--inspect(?:-brk)?|-u|--update(?:Snapshots?|-snapshots)?|--list(?:Tests)?)(?=[\s=]|$)/;

/** Options whose value selects tests. */
const SELECTS =
  /^(?:--(?:project|grep|grep-invert|testNamePattern|testPathPatterns?|testPathIgnorePatterns|selectProjects|ignoreProjects|tags?|name|profile|dir|spec|browser(?:\.name)?|mode|environment|exclude|ignore|test-name-pattern)|-[gtnp])$/;

/** Options with a path that selects no tests. */
const LOADS =
  /^(?:--(?:require|import|loader|file|env-file\S*|tsconfig|opts|out\w*|reporter.*|globals?|\w*[dD]irectory)|-[rORo])$/;

/** Variables that don't change which tests run. */
const NEUTRAL = /^(?:CI|NODE_ENV|NODE_OPTIONS|NODE_PATH|FORCE_COLOR|NO_COLOR|TZ|DEBUG|TS_NODE_\w+)$/;

function suitesIn(framework: Framework, name: string, script: string): Suite[] {
  const { options } = framework;
  const variables = [...script.matchAll(/(?:^|\s)([A-Z_][A-Z0-9_]*)=("[^"]*"|'[^']*'|\S+)/g)]
    .filter(([, variable = '']) => !NEUTRAL.test(variable))
    .map(([text]) => text.trim());
  const places = [options.config, options.folder].filter((option) => option !== undefined);
  return callsIn(framework, { [name]: script }).map(({ given }) => {
    const values = places.map((option) => option.exec(given)?.groups?.value ?? '');
    const rest = [...places, options.reporter].reduce((text, option) => text.replace(option, ' '), given);
    return { name, given, place: [...values, ...variables.sort()].join(' '), part: partOf(rest), rank: rankOf(name) };
  });
}

function rankOf(name: string): number {
  if (FOR_PEOPLE.test(name)) return RANK.byName;
  if (/(?:^|[:_-])ci(?:$|[:_-])/.test(name)) return RANK.forCi;
  return name === 'test' ? RANK.usual : RANK.other;
}

/** The arguments that select a part of the tests. */
function partOf(given: string): string[] {
  const words = given.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words
    .filter((word, index) => {
      const before = words[index - 1] ?? '';
      if (word.startsWith('-')) return SELECTS.test(word.replace(/=.*/s, ''));
      return SELECTS.test(before) || (/[./*]/.test(word) && !word.includes('=') && !LOADS.test(before));
    })
    .sort();
}

/** The script that runs tests by another program than our frameworks: one that we know, or whatever `test` starts. */
function scriptOfAnother({ runBy = [] }: Framework, scripts: Scripts): string[] {
  const known = Object.keys(scripts).filter((name) => runBy.some(({ command }) => command.test(scripts[name] ?? '')));
  const [first = 'test'] = known.sort((one, other) => rankOf(one) - rankOf(other));
  const script = scripts[first];
  if (script === undefined || script.includes('no test specified')) return [];
  return FRAMEWORKS.some((framework) => callOf(framework).test(script)) ? [] : [first];
}

/** The script `test`, if it does something before it calls this one, such as build; otherwise this one. */
function callerOf(name: string, scripts: Scripts): string {
  const { test = '', pretest } = scripts;
  const call = new RegExp(`\\b(?:npm|pnpm|yarn|bun)\\s+(?:run\\s+)?${name.replace(/[^\w:-]/g, '\\$&')}(?![\\w:-])`);
  const before = test.split(call, 1)[0] ?? test;
  if (name === 'test' || before === test) return name;
  const calls = FRAMEWORKS.map((framework) => callOf(framework, scripts));
  const parts = before.split(/&&|;/).slice(0, -1);
  const isCall = (part: string) => calls.some((pattern) => part.search(pattern) >= 0);
  return pretest !== undefined || !parts.every(isCall) ? 'test' : name;
}
