// Values of the schema's types, and their JSON.

import { type DateFormat, parseDate, parseDay } from "./dates.js";
import { expected, isList, isObject, join, type JSONValue, type Keys, type Read } from "./json.js";

/** A UUID in lowercase. */
export type UUIDText = string;
/** A URL, absolute or not. */
export type URLText = string;
/** A day of the calendar, e.g. `2026-03-03`. */
export type Day = string;
/** A decimal number, exact to the last digit. */
export type Decimal = string;

/** An amount in minor units, such as cents. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** A value that the schema does not list, from a newer server. Editors still complete those that it lists. */
export type Other<Value extends string | number> = Value & Readonly<Record<never, never>>;

export type Coercion = "lenient" | "strict";

const numberPattern = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The readers of scalars. Lenient ones convert values of another JSON type if nothing is lost. */
export function scalarReaders(coercion: Coercion) {
  const isStrict = coercion === "strict";

  const text: Read<string> = (json, path) => {
    if (typeof json === "string") return json;
    if (!isStrict && (typeof json === "number" || typeof json === "boolean")) return String(json);
    throw expected("a string", json, path);
  };

  const number: Read<number> = (json, path) => {
    if (typeof json === "number") return json;
    if (!isStrict && typeof json === "string" && numberPattern.test(json) && Number.isFinite(Number(json))) {
      return Number(json);
    }
    throw expected("a number", json, path);
  };

  const integer: Read<number> = (json, path) => {
    const value = typeof json === "string" && !isStrict && /^-?(?:0|[1-9]\d*)$/.test(json) ? Number(json) : json;
    // JavaScript has no exact value of other integers.
    if (typeof value === "number" && Number.isSafeInteger(value)) return value;
    throw expected("an integer", json, path);
  };

  const decimal: Read<Decimal> = (json, path) => {
    const spelled = typeof json === "number" ? String(json) : json;
    if (typeof spelled === "string" && numberPattern.test(spelled) && fitsDecimal(spelled)) return spelled;
    throw expected("a decimal", json, path);
  };

  const boolean: Read<boolean> = (json, path) => {
    if (typeof json === "boolean") return json;
    const word = isStrict ? undefined : typeof json === "string" ? json.toLowerCase() : json;
    if (word === "true" || word === "yes" || word === "1" || word === 1) return true;
    if (word === "false" || word === "no" || word === "0" || word === 0) return false;
    throw expected("a Boolean", json, path);
  };

  const day: Read<Day> = (json, path) => {
    const value = typeof json === "string" ? parseDay(json, isStrict) : undefined;
    if (value === undefined) throw expected("a day", json, path);
    return value;
  };

  const currency: Read<string> = (json, path) => {
    if (typeof json === "string" && (isStrict ? /^[A-Z]{3}$/ : /^[A-Za-z]{3}$/).test(json)) return json.toUpperCase();
    throw expected("a currency of three letters", json, path);
  };

  return { text, number, integer, decimal, boolean, day, currency, uuid, url, data, json };
}

/** Reads dates in some formats. */
export function dates(formats: readonly DateFormat[]): Read<Date> {
  return (json, path) => {
    const value = typeof json === "string" || typeof json === "number" ? parseDate(json, formats) : undefined;
    if (value === undefined) throw expected("a date", json, path);
    return value;
  };
}

/** Reads the values of an enum; any other value does not fit. */
export function oneOf<Value extends string | number>(
  base: Read<string | number>,
  cases: Readonly<Record<string, Value>>,
): Read<Value> {
  const values = Object.values(cases);
  return (json, path, reading) => {
    const value = base(json, path, reading);
    const known = values.find((one) => one === value);
    if (known === undefined) throw expected(`one of ${values.join(", ")}`, json, path);
    return known;
  };
}

export function listOf<Element>(element: Read<Element>): Read<readonly Element[]> {
  return (json, path, reading) => {
    if (!isList(json)) throw expected("a list", json, path);
    return json.map((value, index) => element(value, join(path, index), reading));
  };
}

export function dictionaryOf<Element>(element: Read<Element>): Read<Readonly<Record<string, Element>>> {
  return (json, path, reading) => {
    if (!isObject(json)) throw expected("an object", json, path);
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, element(value, join(path, key), reading)]),
    );
  };
}

/** The keys of a dictionary of values that have `keys`. */
export function dictionaryKeys(keys: Keys): Keys {
  return (json) => (isObject(json) ? Object.fromEntries(Object.keys(json).map((key) => [key, keys])) : undefined);
}

const uuid: Read<UUIDText> = (json, path) => {
  if (typeof json === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(json)) return json.toLowerCase();
  throw expected("a UUID", json, path);
};

const url: Read<URLText> = (json, path) => {
  if (typeof json === "string" && isURL(json)) return json;
  throw expected("a URL", json, path);
};

const data: Read<Uint8Array> = (json, path) => {
  const bytes = typeof json === "string" ? parseBase64(json) : undefined;
  if (bytes === undefined) throw expected("Base64", json, path);
  return bytes;
};

const json: Read<JSONValue> = (value) => value;

/** At most 38 digits, and an exponent of at most ±127. */
function fitsDecimal(text: string): boolean {
  const [mantissa = "", power = "0"] = text.replace("-", "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "").replace(/0+$/, "");
  const trailing = (whole + fraction).length - (whole + fraction).replace(/0+$/, "").length;
  const exponent = Number(power) - fraction.length + trailing;
  return digits === "" || (digits.length <= 38 && Math.abs(exponent) <= 127);
}

/** Whether a text is a reference by RFC 3986, read leniently. */
function isURL(text: string): boolean {
  if (text === "" || /[\x00-\x20\x7f]/.test(text)) return false;
  const first = /^[^/?#]*/.exec(text)?.[0] ?? "";
  const colon = first.indexOf(":");
  if (colon >= 0 && !/^[a-z][a-z0-9+.-]*$/i.test(first.slice(0, colon))) return false;
  const rest = text.slice(colon + 1);
  if (!rest.startsWith("//")) return rest !== "";
  const authority = /^[^/?#]*/.exec(rest.slice(2))?.[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return host.startsWith("[")
    ? /^\[[0-9a-f:.]{2,}\](?::\d{0,5})?$/i.test(host)
    : /^[^[\]<>"\\^`{|}%:]*(?::\d{0,5})?$/.test(host);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 by RFC 4648, with padding. */
export function parseBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let [bits, count, written] = [0, 0, 0];
  for (const digit of digits) {
    bits = (bits << 6) | alphabet.indexOf(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[written] = bits >> count;
    written += 1;
    bits &= (1 << count) - 1;
  }
  return bits === 0 ? bytes : undefined;
}

export function writeBase64(bytes: Uint8Array): string {
  let [text, bits, count] = ["", 0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 6) {
      count -= 6;
      text += alphabet.charAt(bits >> count);
      bits &= (1 << count) - 1;
    }
  }
  if (count > 0) text += alphabet.charAt(bits << (6 - count));
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}
