import { Compile, type Validator } from 'typebox/schema';

/** The parts of a schema that we read. */
export type Schema = Record<string, unknown>;

/** The schema of a body of one media type. */
type Content = Record<string, { schema: Schema }>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The document at `/openapi.json`. */
export class OpenApiDocument {
  readonly operations: Operation[];
  readonly #schemas: Record<string, Schema>;
  readonly #validators = new Map<Schema, Validator>();

  static async load(url: string): Promise<OpenApiDocument> {
    const answer = await fetch(`${url}/openapi.json`);
    return new OpenApiDocument((await answer.json()) as RawDocument);
  }

  private constructor({ paths, components }: RawDocument) {
    this.#schemas = components.schemas;
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    );
  }

  /** Resolves a reference; returns any other schema unchanged. */
  resolve(schema: Schema): Schema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
    return (name && this.#schemas[name]) || schema;
  }

  /** How an answer deviates from the document; undefined if it does not. */
  complaint(operation: Operation, { status, type, body }: Answer): string | undefined {
    const { responses } = operation;
    const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    if (response === undefined) return `answers ${status}, which is not in the document`;
    const [mediaType = ''] = type.split(';');
    const { content } = response;
    if (operation.method === 'HEAD' || content === undefined)
      return body.length > 0 ? 'answers with a body' : undefined;
    const described = content[mediaType];
    if (described === undefined) return `answers ${status} as ${type || 'nothing'}`;
    if (!mediaType.includes('json')) return undefined;
    const validator = this.#validator(described.schema);
    const [isValid, errors] = validator.Errors(JSON.parse(body.toString()));
    if (isValid) return undefined;
    const why = errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
    return `answers ${status} with ${body.toString().slice(0, 500)}: ${why}`;
  }

  /** The same for an answer to a request that is not an operation. */
  complaintAboutRefusal(method: string, answer: Answer): string | undefined {
    if (answer.status < 300) return undefined;
    const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
    return this.complaint({ operationId: '', path: '', method, responses: { '4XX': { content } } }, answer);
  }

  /** References point into the whole document. */
  #validator(schema: Schema): Validator {
    const validator = this.#validators.get(schema) ?? Compile({ ...schema, components: { schemas: this.#schemas } });
    this.#validators.set(schema, validator);
    return validator;
  }
}

export interface Answer {
  status: number;
  /** The media type, or an empty text. */
  type: string;
  body: Buffer;
}

interface RawDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
