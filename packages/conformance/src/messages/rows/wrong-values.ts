import { causes } from '../scenario.js';
import { GUID, given, RIGHT } from './causes.js';

const COPY_IT = 'Copy it again from the user’s profile, without spaces or line breaks.';

export const wrongValues = causes(
  given({
    env: { ...RIGHT, TMS_FINISH: 'soon', TMS_SECRET_KEY: 'é', TMS_USER_NAME: 'a\nb', TMS_CREATE_RUN: 'perhaps' },
    options: {
      url: 'https://u:p@tms.example.com',
      testRunId: '',
      configurationId: 'x',
      outboxDir: 5,
      batchSize: 0,
      projectGlobalId: -1,
      runUrl: 'https://tms.example.com',
      report: 5,
      ciSummary: 'sometimes',
      externalId: 'name',
      testPoints: [],
      configurations: { web: {}, app: { ids: GUID } },
      steps: { expects: true },
      redact: ['abc', 5, /x*/],
      links: [{ title: 'x' }],
      properties: { a: {} },
      failureReasons: {},
      parameters: 5,
      colour: true,
      conective: 1,
    },
    files: { 'testpoint.config.json': '{ "console": "dot", "testPonts": 1 }' },
  }),
  {
    'a value that is not one of the choices':
      'finish (environment TMS_FINISH): "soon" is not allowed. Give one of auto, complete, stop, leave.',
    'a key with characters that a header can’t carry': `secretKey (environment TMS_SECRET_KEY): it contains characters that an HTTP header can’t carry (a line break, a space at either end, or non-ASCII characters). ${COPY_IT}`,
    'a login with a line break': `userName (environment TMS_USER_NAME): it is not a login (it must be a string without line breaks or spaces around it). ${COPY_IT}`,
    'a value that is neither true nor false':
      'createRun (environment TMS_CREATE_RUN): "perhaps" is neither true nor false. Write true or false (1 or 0).',
    'a number instead of a string': 'outboxDir (reporter options): 5 is not allowed. Give a string that is not empty.',
    'a number out of range':
      'batchSize (reporter options): 0 is not allowed. Give a whole number of results from 1 to 10000.',
    'a project id that is not a positive number':
      'projectGlobalId (reporter options): -1 is not allowed. Give a whole number, 1 or more.',
    'an address of a run without {id}':
      'runUrl (reporter options): it is not an http or https address with {id} in it. Write it like https://tms.example.com/runs/{id}.',
    'a report option of the wrong type':
      'report (reporter options): 5 is neither true, false nor a folder. Write true, or the folder’s name.',
    'a wrong ciSummary':
      'ciSummary (reporter options): "sometimes" is neither \'auto\', true nor false. Write one of them.',
    'an unknown kind of external id':
      'externalId (reporter options): "name" is not allowed. Give path, title, hash, or a function.',
    'an empty list of test points':
      'testPoints (reporter options): … is empty. List at least one test point, or leave the option out.',
    'a configuration without ids':
      'configurations.web (reporter options): it has neither id nor globalId. Give the GUID as id, the number as globalId, or both.',
    'an unknown key in a configuration':
      'configurations.app.ids (reporter options): there is no such key. Did you mean id?',
    'a string to mask that is too short':
      'redact[0] (reporter options): it has fewer than 4 characters, so it would mask unrelated text. Remove it, or give a regular expression with its surroundings.',
    'a number to mask':
      'redact[1] (reporter options): it is neither a string nor a regular expression. Give one or the other.',
    'a pattern that matches the empty string':
      'redact[2] (reporter options): it matches the empty string, so it matches everywhere. Write a pattern that needs at least one character.',
    'a link without a url':
      'links[0].url (reporter options): it is missing. Give an object with url, title, description, type.',
    'an object instead of a list':
      "failureReasons (reporter options): … is not a list. List objects with pattern and reason, and 'auto'.",
    'a property that is an object': 'properties.a (reporter options): … is not allowed. Give a string.',
    'an unknown option': 'colour (reporter options): there is no such option. Remove it.',
    'an option of one reporter in the config file of all frameworks':
      'console (file …testpoint.config.json): it has no effect in a config file, which all frameworks share. Move it to the options of @testpoint/mocha.',
    'a misspelled option': 'testPonts (file …testpoint.config.json): there is no such option. Did you mean testPoints?',
  },
);

export const wrongTypes = causes(
  given({
    env: { TMS_URL: 'ftp://tms.example.com', TMS_SECRET_KEY: 'c2VjcmV0LWtleQ==', TMS_TEST_RUN_ID: '17' },
    options: {
      redact: 'word',
      links: 'x',
      configurations: 'x',
      properties: [],
      steps: 'all',
      testPoints: 5,
      failureReasons: [{ pattern: 5, reason: 'x' }],
    },
  }),
  {
    'an address with another protocol':
      'url (environment TMS_URL): it is not an http or https address. Write it like https://tms.example.com.',
    'an id that is not a GUID':
      'testRunId (environment TMS_TEST_RUN_ID): "17" is not a GUID. Write it as the service shows it: 8-4-4-4-12 hexadecimal digits.',
    'a string instead of a list of secrets':
      'redact (reporter options): it is not a list. List strings of 4 or more characters, or regular expressions.',
    'a string instead of a list of links': 'links (reporter options): "x" is not a list. List objects with a url.',
    'a string instead of a map of configurations':
      'configurations (reporter options): "x" is not a map. Map project names to configurations: { chromium: { id, globalId } }.',
    'a list instead of a map of properties': 'properties (reporter options): … is not a map. Map names to strings.',
    'a string instead of an object':
      'steps (reporter options): "all" is not an object. Give an object with expect, api, fixtures.',
    'test points of the wrong type':
      "testPoints (reporter options): 5 is not a list. Give 'from-tests', the path of a JSON file, or a list of objects with configurationGlobalId and testCaseGlobalId.",
  },
);
