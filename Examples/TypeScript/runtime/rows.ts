// Rows of entities, and objects with fields.

import {
  expected, Invalid, isList, isObject, join, type JSONObject, type JSONValue, type KeyTable, type Payload, type Read,
  type Reading,
} from "./json.js";
import { elements, find, type Place, steps } from "./paths.js";
import type { Money } from "./values.js";

/** How the rows of an entity are read. */
export interface RowType<Row extends object, ID> {
  readonly entity: string;
  readonly keys: KeyTable;
  /** The paths of the parts of the identity: an object with nothing else refers to a row. */
  readonly identityPaths: readonly (readonly string[])[];
  readonly isComposite: boolean;
  /** The identity; `given` has the values that the place of the row determines. */
  identity(fields: Fields, given: Partial<Row>): ID;
  /** What the payload says: members that it lacks are missing. */
  patch(fields: Fields, given: Partial<Row>): Partial<Row>;
  /** Whether the row is deleted, by its tombstone. */
  isDeleted(patch: Partial<Row>): boolean;
  /** Whether rows that are deleted are kept. */
  readonly keepsDeleted: boolean;
  /** A new row; throws `Invalid` if a value is missing. */
  complete(patch: Partial<Row>, fields: Fields): Row;
  /** Adds the ids of rows that refer to this one. */
  readonly addIDs?: (row: Draft<Row>, fields: Fields) => void;
  /** Adds the rows that are nested in this one. */
  readonly addRows?: (row: Draft<Row>, fields: Fields) => void;
}

/** A row in a payload: its identity if that can be read, and the row if it fits and is not only an id. */
export interface Found<Row, ID> {
  readonly id?: ID;
  readonly row?: Row;
}

/** Sets a member, unless it is missing. */
export function assign<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Exclude<Target[Key], undefined> | undefined,
): void {
  if (value !== undefined) target[key] = value;
}

/** The members of a type, which can be assigned. */
export type Draft<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Reads an empty string as null. */
export function emptyIsNull<Value>(read: Read<Value>): Read<Value | null> {
  return (json, path, reading) => (json === "" ? null : read(json, path, reading));
}

/** Reads an invalid value as null. */
export function invalidIsNull<Value>(read: Read<Value>): Read<Value | null> {
  return (json, path, reading) => {
    try {
      return read(json, path, reading);
    } catch (error) {
      if (error instanceof Invalid) return null;
      throw error;
    }
  };
}

/** The id of a row: itself, or in an object. */
export function idOf<Row extends object, ID>(type: RowType<Row, ID>, read: Read<ID>): Read<ID> {
  return (json, path, reading) =>
    isObject(json) ? type.identity(new Fields(json, path, reading), {}) : read(json, path, reading);
}

/** What replaces a missing value. */
export function ifMissing<Value, Other>(value: Value | undefined, other: Other): Value | Other {
  return value === undefined ? other : value;
}

/** The rows of a list. Those that do not fit are in the report. */
export function rows<Row extends object, ID>(type: RowType<Row, ID>): Payload<readonly Row[]> {
  return {
    keys: [() => type.keys],
    read: (json, path, reading) => {
      if (!isList(json)) throw expected("a list", json, path);
      return json.flatMap((element, index) => {
        const found = readRow(type, element, join(path, index), reading);
        return found.row === undefined ? [] : [found.row];
      });
    },
  };
}

/** One row, or null if it is deleted. */
export function item<Row extends object, ID>(type: RowType<Row, ID>): Payload<Row | null> {
  return {
    keys: () => type.keys,
    read: (json, path, reading) => readExactly(type, json, path, reading, {}).row ?? null,
  };
}

/** A payload whose objects have no keys that are checked. */
export function plain<Value>(read: Read<Value>): Payload<Value> {
  return { keys: () => undefined, read };
}

function readRow<Row extends object, ID>(
  type: RowType<Row, ID>,
  json: JSONValue,
  path: string,
  reading: Reading,
  given: Partial<Row> = {},
): Found<Row, ID> {
  try {
    return readExactly(type, json, path, reading, given);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    reading.reject(error);
    return {};
  }
}

/** Reads a row; throws `Invalid` if it does not fit. */
function readExactly<Row extends object, ID>(
  type: RowType<Row, ID>,
  json: JSONValue,
  path: string,
  reading: Reading,
  given: Partial<Row>,
): Found<Row, ID> {
  if (!isObject(json)) {
    throw new Invalid(path, expected("an object", json, path).message, "missing-identity");
  }
  const fields = new Fields(json, path, reading);
  const id = type.identity(fields, given);
  const patch = type.patch(fields, given);
  if (type.isDeleted(patch)) return { id, ...readDeleted(type, id, patch, fields) };
  const row = type.complete(patch, fields);
  type.addIDs?.(row, fields);
  type.addRows?.(row, fields);
  for (const invalid of fields.unreadable) reading.reject(invalid);
  return { id, row };
}

/** A deleted row needs no values, and the rows nested in it are not read. It is a row if it is kept and complete. */
function readDeleted<Row extends object, ID>(
  type: RowType<Row, ID>, id: ID, patch: Partial<Row>, fields: Fields,
): { readonly row?: Row } {
  const row = type.keepsDeleted ? completed(type, patch, fields) : undefined;
  if (row !== undefined) type.addIDs?.(row, fields);
  fields.reading.deleted.push({ entity: type.entity, identity: id });
  return row === undefined ? {} : { row };
}

function completed<Row extends object, ID>(
  type: RowType<Row, ID>, patch: Partial<Row>, fields: Fields,
): Row | undefined {
  try {
    return type.complete(patch, fields);
  } catch (error) {
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

function isReference<Row extends object, ID>(type: RowType<Row, ID>, json: JSONObject): boolean {
  if (type.isComposite) return false;
  const known = new Set(type.identityPaths.flat().map((path) => steps(path)[0]));
  return Object.keys(json).every((key) => !Object.hasOwn(type.keys, key) || known.has(key));
}

/** The values of an object, by their dotted paths. */
export class Fields {
  /** Elements of lists of rows that are no ids: they are left out of their lists. */
  readonly unreadable: Invalid[] = [];

  constructor(
    readonly json: JSONObject,
    readonly path: string,
    readonly reading: Reading,
  ) {}

  /** The fields of an object; throws `Invalid` for any other JSON. */
  static of(json: JSONValue, path: string, reading: Reading): Fields {
    if (!isObject(json)) throw expected("an object", json, path);
    return new Fields(json, path, reading);
  }

  /** A value that may be null; `undefined` if it is missing. */
  optional<Value>(paths: readonly string[], read: Read<Value>, takesFirstValue = false): Value | null | undefined {
    const place = this.find(paths, takesFirstValue);
    if (place === undefined) return undefined;
    return place.json === null ? null : this.read(place, read);
  }

  private read<Value>(place: Place, read: Read<Value>): Value {
    try {
      return read(place.json, place.path, this.reading);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const source = place.sources?.[Number(/^\[(\d+)\]/.exec(error.path.slice(place.path.length))?.[1])];
      throw source === undefined ? error : new Invalid(source, error.message, error.rule);
    }
  }

  /** A value for which null means the default; `undefined` if it is missing. */
  defaulted<Value>(
    paths: readonly string[], read: Read<Value>, value: Value, takesFirstValue = false,
  ): Value | undefined {
    const found = this.optional(paths, read, takesFirstValue);
    return found === null ? value : found;
  }

  /** A value that cannot be null; `undefined` if there is none, which `present` reports. */
  required<Value>(paths: readonly string[], read: Read<Value>, takesFirstValue = false): Value | undefined {
    return this.optional(paths, read, takesFirstValue) ?? undefined;
  }

  /** A value that can be neither missing nor null. */
  needed<Value>(paths: readonly string[], read: Read<Value>): Value {
    return this.present(this.required(paths, read), paths);
  }

  /** A value that has been read; throws `Invalid` if it is missing or null. */
  present<Value>(value: Value | undefined, paths: readonly string[]): Value {
    if (value !== undefined) return value;
    const place = this.find(paths);
    const path = place?.path ?? this.at(paths);
    if (place?.json === null) throw new Invalid(path, "null, but a value is required", "null-required");
    throw new Invalid(path, "a value is required, but the key is missing", "missing-required");
  }

  /** A part of the identity. */
  identity<Value>(given: Value | undefined, paths: readonly string[], read: Read<Value>): Value {
    const problem = (text: string) => new Invalid(this.path, `no identity: ${text}`, "missing-identity");
    if (given !== undefined) return given;
    let value: Value | null | undefined;
    try {
      value = this.optional(paths, read);
    } catch (error) {
      throw error instanceof Invalid ? problem(error.message) : error;
    }
    if (value === undefined || value === null) throw problem(`'${paths[0] ?? ""}' is missing or null`);
    if (typeof value === "string" && value.trim() === "") throw problem(`'${paths[0] ?? ""}' is blank`);
    return value;
  }

  /** The tag of a value that is one of several types. */
  tag<Tag extends string | number>(path: string, read: Read<Tag>): Tag {
    const place = this.find([path]);
    if (place !== undefined && place.json !== null) return read(place.json, place.path, this.reading);
    throw expected("a value that identifies the case", place?.json ?? null, this.at([path]));
  }

  /** An amount of money, which needs both of its parts. */
  money(
    paths: readonly string[],
    currencyPaths: readonly string[],
    code: string | null,
    read: { integer: Read<number>; currency: Read<string> },
  ): Money | null | undefined {
    const minor = this.optional(paths, read.integer);
    const currency = code ?? this.optional(currencyPaths, read.currency);
    if (minor === null || (minor === undefined && (currency === undefined || code !== null))) return minor;
    if (minor !== undefined && currency !== undefined && currency !== null) return { minor, currency };
    const missing = minor === undefined ? paths : currencyPaths;
    throw new Invalid(this.at(missing), "expected both the minor units and the currency, found only one");
  }

  /** The id of a row to which this one refers: under its own key, or in an object. */
  reference<Row extends object, ID>(
    type: RowType<Row, ID>, ids: readonly string[], objects: readonly string[], read: Read<ID>,
  ): ID | null | undefined {
    const place = this.find([...ids, ...objects]);
    if (place === undefined || place.json === null) return place === undefined ? undefined : null;
    if (!isObject(place.json) || !this.contains(objects, place)) return read(place.json, place.path, this.reading);
    return this.identityOf(type, place);
  }

  /** The row under a key of a relationship, unless it is only an id. */
  row<Row extends object, ID>(
    type: RowType<Row, ID>, objects: readonly string[], given: Partial<Row> = {},
  ): Row | undefined {
    const place = this.find(objects);
    return place === undefined || !isObject(place.json) ? undefined : this.nested(type, place, given);
  }

  /** The ids of a list; those of its objects, too. */
  references<Row extends object, ID>(
    type: RowType<Row, ID>, ids: readonly string[], objects: readonly string[], read: Read<ID>,
  ): readonly ID[] | undefined {
    const place = this.find([...ids, ...objects]);
    if (place === undefined) return undefined;
    const takesObjects = this.contains(objects, place);
    const takesIDs = this.contains(ids, place);
    const found = elements(place).flatMap((element) => {
      if (element.json === null) return [];
      const isRow = takesObjects && isObject(element.json);
      if (takesIDs && !isRow) return [read(element.json, element.path, this.reading)];
      const id = isRow ? this.identityOf(type, element) : this.idOf(element, read);
      return id === undefined ? [] : [id];
    });
    return [...new Set(found)];
  }

  /**
   * The rows in a list, without those that are only ids; `undefined` if all of them are.
   *
   * `part` reads an id in place of a row whose identity has several parts: the one that the place of the row does not
   * determine. Other ids are read with `references`.
   */
  rows<Row extends object, ID>(
    type: RowType<Row, ID>, objects: readonly string[], given: Partial<Row> = {}, part?: Read<unknown>,
  ): readonly Row[] | undefined {
    const place = this.find(objects);
    if (place === undefined) return undefined;
    const all = elements(place);
    for (const element of all) {
      if (part !== undefined && element.json !== null && !isObject(element.json)) this.idOf(element, part);
    }
    if (!all.some((element) => isObject(element.json))) return undefined;
    return all.flatMap((element) => {
      const row = isObject(element.json) ? this.nested(type, element, given) : undefined;
      return row === undefined ? [] : [row];
    });
  }

  private nested<Row extends object, ID>(
    type: RowType<Row, ID>, place: Place, given: Partial<Row>,
  ): Row | undefined {
    try {
      return readExactly(type, place.json, place.path, this.reading, given).row;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const isMissing = error.rule === "missing-required" && isObject(place.json) && isReference(type, place.json);
      if (!isMissing) this.reading.reject(error);
      return undefined;
    }
  }

  private idOf<ID>(place: Place, read: Read<ID>): ID | undefined {
    try {
      return read(place.json, place.path, this.reading);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      this.unreadable.push(new Invalid(error.path, error.message, "missing-identity"));
      return undefined;
    }
  }

  /** The identity of a nested row, which is reported when the row itself is read. */
  private identityOf<Row extends object, ID>(type: RowType<Row, ID>, place: Place): ID | undefined {
    if (!isObject(place.json)) return undefined;
    try {
      return type.identity(new Fields(place.json, place.path, this.reading), {});
    } catch (error) {
      if (error instanceof Invalid) return undefined;
      throw error;
    }
  }

  private contains(paths: readonly string[], place: Place): boolean {
    return paths.some((path) => join(this.path, path) === place.path);
  }

  /** The path to report: the first that exists, or else the first. */
  private at(paths: readonly string[]): string {
    return this.find(paths)?.path ?? join(this.path, paths[0] ?? "");
  }

  /** The value under the first path that exists, or under the first that has a value. */
  private find(paths: readonly string[], takesFirstValue = false): Place | undefined {
    let found: Place | undefined;
    for (const path of paths) {
      const place = find(this.json, this.path, steps(path));
      if (place === undefined) continue;
      if (place.json !== null || !takesFirstValue) return place;
      found ??= place;
    }
    return found;
  }
}
