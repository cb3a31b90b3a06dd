import fc from 'fast-check';
import type { OpenApiDocument, Schema } from './document.js';

/** Generates values that a schema of the document allows. */
export class FromSchema {
  readonly #document: OpenApiDocument;
  /** More values for strings, by the name of the member, so that requests refer to things that exist. */
  readonly #known: Record<string, readonly unknown[]>;
  readonly #made = new Map<Schema, fc.Arbitrary<unknown>>();

  constructor(document: OpenApiDocument, known: Record<string, readonly unknown[]>) {
    this.#document = document;
    this.#known = known;
  }

  /** @param name the member or parameter that the value is for */
  values(given: Schema, name = ''): fc.Arbitrary<unknown> {
    const known = this.#known[name];
    const any = this.#values(this.#document.resolve(given));
    return known === undefined ? any : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, any);
  }

  #values(schema: Schema): fc.Arbitrary<unknown> {
    const made = this.#made.get(schema) ?? this.#make(schema);
    this.#made.set(schema, made);
    return made;
  }

  #make(schema: Schema): fc.Arbitrary<unknown> {
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => this.values(one)));
    if (isSchema(schema.then) && isSchema(schema.else)) {
      return fc.oneof(this.values(schema.then), this.values(schema.else));
    }
    switch (schema.type) {
      case 'object':
        return this.#objects(schema);
      case 'array':
        return schema.maxItems === 0 || !isSchema(schema.items)
          ? fc.constant([])
          : fc.array(this.values(schema.items), { maxLength: 2 });
      case 'integer':
        return fc.integer({ min: Number(schema.minimum ?? -(2 ** 31)), max: Number(schema.maximum ?? 2 ** 31 - 1) });
      case 'string':
        return typeof schema.pattern === 'string'
          ? fc.stringMatching(new RegExp(schema.pattern, 'u'), { size: 'small' })
          : fc.string({ unit: 'binary', minLength: Number(schema.minLength ?? 0) });
      default:
        return fc.constant(null);
    }
  }

  #objects(schema: Schema): fc.Arbitrary<unknown> {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    const members: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (isSchema(property)) members[name] = this.values(property, name);
    }
    if (isSchema(schema.additionalProperties) && Object.keys(members).length === 0) {
      return fc.dictionary(fc.string(), this.values(schema.additionalProperties), { maxKeys: 3 });
    }
    return fc.record(members, { requiredKeys: required.filter((name) => name in members) });
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
