import { stripVTControlCharacters } from 'node:util';

/** Members of reports that are times, or depend on times. */
const ofTime =
  /^(duration|start|end|startTime|endTime|startAt|runtime|loadTestEnvironmentStart|loadTestEnvironmentEnd|setupFilesStart|setupFilesEnd|setupAfterEnvStart|setupAfterEnvEnd|speed|slow)$/;
/** Members of a report about its reporters, and about the worker that happened to be free. */
const ofProcesses = /^(reporter|argv|workerIndex|parallelIndex)$/;

/**
 * Compares the service's results with the framework's report.
 * @returns lists of missing, wrong (outcome, error, number) and extra results
 */
export function judge(expected, bodies) {
  const byId = new Map();
  for (const body of bodies) {
    const key = expected[0]?.words ? words(body.autoTestExternalId) : body.autoTestExternalId;
    byId.set(key, [...(byId.get(key) ?? []), body]);
  }
  const missing = [];
  const wrong = [];
  for (const { id, words: inWords, outcome, error } of expected) {
    const key = inWords ? words(id) : id;
    const [body, ...others] = byId.get(key) ?? [];
    if (others.length > 0) byId.set(key, others);
    else byId.delete(key);
    if (body === undefined) missing.push(id);
    else if (body.outcome !== outcome) wrong.push(`${id}: ${body.outcome} instead of ${outcome}`);
    else if (!saysWhy(body, outcome, error))
      wrong.push(`${id}: says ${JSON.stringify(body.message)} instead of ${JSON.stringify(error)}`);
  }
  return {
    missing,
    wrong,
    extra: [...byId.values()].flat().map((body) => `${body.autoTestExternalId}: ${body.outcome}`),
  };
}

/**
 * @param known differences between two bare runs, which our reporter does not cause
 * @returns the differences between two reports, except times
 */
export function differences(one, other, known) {
  const [first, second] = [flat(one), flat(other)];
  const ignored = new Set(known.map((text) => text.split(' = ')[0]));
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((path) => first.get(path) !== second.get(path) && !ignored.has(path))
    .map((path) => `${path} = ${excerpts(first.get(path), second.get(path)).join(' became ')}`);
}

/** The 200 characters around the first difference. */
function excerpts(...texts) {
  const [one = '', other = ''] = texts;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  return texts.map((text) => text?.slice(Math.max(0, start - 40), start + 160));
}

function saysWhy({ message = '' }, outcome, error) {
  if (outcome !== 'Failed' || !error) return true;
  // Ours counts further errors, which the framework's report lists.
  const [line = ''] = words(message)
    .replace(/ \(\+\d+ more\)$/, '')
    .split('\n');
  return line.trim() !== '' && words(error).includes(line.trim().slice(0, 200));
}

/** Ids and errors without the separators between their parts, and without Node's assertion code, which only stacks contain. */
function words(text) {
  return stripVTControlCharacters(text).replaceAll(' > ', ' ').replaceAll(' [ERR_ASSERTION]', '');
}

function flat(value, path = '', into = new Map()) {
  if (Array.isArray(value)) {
    for (const [index, one] of sorted(value).entries()) flat(one, `${path}[${index}]`, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (!ofTime.test(key) && !ofProcesses.test(key)) flat(one, `${path}.${key}`, into);
    }
  } else {
    into.set(path, JSON.stringify(value));
  }
  return into;
}

/** The files of a suite can end in any order. */
function sorted(list) {
  const isOfFiles = list.every((one) => typeof one?.name === 'string' && Array.isArray(one.assertionResults));
  return isOfFiles ? list.toSorted((one, other) => (one.name < other.name ? -1 : 1)) : list;
}
