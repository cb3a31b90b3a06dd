import { Ajv, type ValidateFunction } from 'ajv';

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
  readonly #ajv = new Ajv({ strict: false, formats: { binary: true } });
  readonly #validators = new Map<Schema, ValidateFunction>();

  static async load(url: string): Promise<OpenApiDocument> {
    const answer = await fetch(`${url}/openapi.json`);
    return new OpenApiDocument((await answer.json()) as RawDocument);
  }

  private constructor({ paths, components }: RawDocument) {
    this.#schemas = components.schemas;
    this.#ajv.addSchema({ $id: DOCUMENT, components });
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
    const validate = this.#validator(described.schema);
    if (validate(JSON.parse(body.toString()))) return undefined;
    return `answers ${status} with ${body.toString().slice(0, 500)}: ${this.#ajv.errorsText(validate.errors)}`;
  }

  /** The same for an answer to a request that is not an operation. */
  complaintAboutRefusal(method: string, answer: Answer): string | undefined {
    if (answer.status < 300) return undefined;
    const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
    return this.complaint({ operationId: '', path: '', method, responses: { '4XX': { content } } }, answer);
  }

  #validator(schema: Schema): ValidateFunction {
    const validator = this.#validators.get(schema) ?? this.#ajv.compile(absolute(schema));
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

const DOCUMENT = 'https://document.example/openapi';

/** Makes the schema's references absolute, so that they work anywhere. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`));
}
