// Dates in the formats of payloads. `Date` has milliseconds, so digits beyond them are rounded.

const second = 1_000;
const minute = 60 * second;
const day = 1_440 * minute;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const earliest = startOfDay(1, 1, 1) ?? 0;
const latest = (startOfDay(9999, 12, 31) ?? 0) + day - 1;

/** The format of dates: a name, or a pattern such as `dd.MM.yyyy HH:mm`. */
export type DateFormat = string;

/** Reads a date; returns `undefined` if none of the formats fits. */
export function parseDate(json: string | number, formats: readonly DateFormat[]): Date | undefined {
  for (const format of formats) {
    const time = parse(json, format);
    if (time !== undefined && time >= earliest && time <= latest) return new Date(time);
  }
  return undefined;
}

/** Reads a day of the calendar as `YYYY-MM-DD`; of a timestamp, the day as it is written. */
export function parseDay(text: string, isStrict: boolean): string | undefined {
  const start = text.slice(0, 10);
  if (text.length === 10) return daysOf(text) === undefined ? undefined : start;
  return isStrict || text.length < 10 || parseISO(text) === undefined ? undefined : start;
}

/** Writes a date in a format; patterns are only read. */
export function writeDate(date: Date, format: "auto" | "iso8601" | "unix" | "unix-ms"): string | number {
  switch (format) {
    case "unix":
      return date.getTime() / second;
    case "unix-ms":
      return date.getTime();
    case "auto":
    case "iso8601":
      return date.toISOString();
  }
}

function parse(json: string | number, format: DateFormat): number | undefined {
  const text = typeof json === "string" ? json : undefined;
  switch (format) {
    case "auto":
      return (text === undefined ? undefined : parseISO(text)) ?? parseUnix(json, [9, 12, 15]);
    case "iso8601":
      return text === undefined ? undefined : parseISO(text);
    case "unix":
      return parseUnix(json, [0]);
    case "unix-ms":
      return parseUnix(json, [undefined, 0]);
    default:
      return text === undefined ? undefined : parsePattern(text, format);
  }
}

/**
 * Reads Unix time in seconds, milliseconds or microseconds, which are distinguished by the number of digits.
 *
 * `digits` has the least number of digits of each unit, or 0 for any number.
 */
function parseUnix(json: string | number, digits: readonly (number | undefined)[]): number | undefined {
  if (typeof json === "string" && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(json)) return undefined;
  const value = Number(json);
  const size = Math.trunc(Math.abs(value)) === 0 ? 0 : Math.trunc(Math.abs(value)).toFixed(0).length;
  const factors = [second, 1, 1 / 1_000];
  const most = [11, 14, 17];
  for (const [unit, least] of digits.entries()) {
    if (least === undefined || size < least || size > (most[unit] ?? 0)) continue;
    return Math.round(value * (factors[unit] ?? 1));
  }
  return undefined;
}

function startOfDay(year: number, month: number, dayOfMonth: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return exists && year >= 1 && year <= 9999 && month >= 1 ? date.getTime() : undefined;
}

function daysOf(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  return match === null ? undefined : startOfDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

const timePattern = new RegExp(
  "^[Tt ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?" + // time and fraction
    "(?: ?(?:(z|utc|gmt|ut)|(utc|gmt)?([+-])(\\d\\d)(?::?(\\d\\d))?))?$", // zone
  "i",
);

function parseISO(text: string): number | undefined {
  const start = daysOf(text);
  if (start === undefined || text.length === 10) return start;
  const match = timePattern.exec(text.slice(10));
  if (match === null) return undefined;
  const [hour, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const fraction = Number(`0.${match[4] ?? 0}`);
  if (hour > 24 || minutes > 59 || seconds > 60) return undefined;
  if (hour === 24 && (minutes !== 0 || seconds !== 0 || fraction !== 0)) return undefined;
  const zone = offset(match[7], match[8], match[9]);
  if (zone === undefined) return undefined;
  return start + (hour * 60 + minutes - zone) * minute + seconds * second + Math.round(fraction * second);
}

/** Minutes east of Greenwich. */
function offset(sign: string | undefined, hours: string | undefined, minutes: string | undefined): number | undefined {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
}

interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  fraction: number;
  zone: number;
  weekday: number | undefined;
  isAfternoon: boolean | undefined;
}

interface Field {
  readonly source: string;
  set(fields: Fields, text: string): void;
}

const zoneSource = "(?:z|utc|gmt|ut|(?:utc|gmt)?[+-]\\d\\d(?::?\\d\\d)?)";

/** The fields of a pattern by their letters (Unicode, UTS #35). */
const letters: Readonly<Record<string, Field>> = {
  yyyy: number("\\d{4}", "year"),
  y: number("\\d{1,4}", "year"),
  yy: { source: "\\d\\d", set: (to, text) => void (to.year = Number(text) + (Number(text) < 69 ? 2000 : 1900)) },
  MM: number("\\d\\d", "month"),
  M: number("\\d{1,2}", "month"),
  MMM: { source: "[a-z]{3}", set: (to, text) => void (to.month = months.indexOf(text.toLowerCase()) + 1) },
  dd: number("\\d\\d", "day"),
  d: number("\\d{1,2}", "day"),
  EEE: { source: "[a-z]{3}", set: (to, text) => void (to.weekday = weekdays.indexOf(text.toLowerCase())) },
  HH: number("\\d\\d", "hour"),
  H: number("\\d{1,2}", "hour"),
  hh: number("\\d\\d", "hour"),
  h: number("\\d{1,2}", "hour"),
  mm: number("\\d\\d", "minute"),
  m: number("\\d{1,2}", "minute"),
  ss: number("\\d\\d", "second"),
  s: number("\\d{1,2}", "second"),
  a: { source: "[ap]m", set: (to, text) => void (to.isAfternoon = text.toLowerCase() === "pm") },
};

function number(source: string, name: "year" | "month" | "day" | "hour" | "minute" | "second"): Field {
  return { source, set: (to, text) => void (to[name] = Number(text)) };
}

function field(spelling: string): Field {
  const known = letters[spelling];
  if (known !== undefined) return known;
  switch (spelling[0]) {
    case "S":
      return { source: `\\d{${spelling.length}}`, set: (to, text) => void (to.fraction = Number(`0.${text}`)) };
    case "Z":
    case "X":
    case "x":
      return { source: ` *${zoneSource}`, set: setZone };
    default:
      throw new Error(`'${spelling}' is not supported in a pattern of dates`);
  }
}

function setZone(fields: Fields, text: string): void {
  const match = /([+-])(\d\d):?(\d\d)?$/.exec(text);
  fields.zone = offset(match?.[1], match?.[2], match?.[3]) ?? Number.NaN;
}

function parsePattern(text: string, pattern: string): number | undefined {
  const fields: Fields = {
    year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, fraction: 0, zone: 0,
    weekday: undefined, isAfternoon: undefined,
  };
  const used: Field[] = [];
  // A quoted text, a field, blanks, or any other character.
  const source = pattern.replace(/'((?:[^']|'')*)'|([a-zA-Z])\2*| +|[^]/g, (part, quoted: string | undefined) => {
    if (quoted !== undefined) return escaped(quoted === "" ? "'" : quoted.replaceAll("''", "'"));
    if (part.startsWith(" ")) return " +";
    if (!/[a-zA-Z]/.test(part)) return escaped(part);
    const found = field(part);
    used.push(found);
    return `(${found.source})`;
  });
  const match = new RegExp(`^${source}$`, "i").exec(text);
  if (match === null) return undefined;
  for (const [index, found] of used.entries()) found.set(fields, match[index + 1] ?? "");
  return timeOf(fields);
}

function timeOf(fields: Fields): number | undefined {
  const start = startOfDay(fields.year, fields.month, fields.day);
  if (start === undefined || fields.minute > 59 || fields.second > 60 || fields.hour > 23) return undefined;
  if (fields.weekday !== undefined && new Date(start).getUTCDay() !== fields.weekday) return undefined;
  const hour = fields.isAfternoon === undefined ? fields.hour : (fields.hour % 12) + (fields.isAfternoon ? 12 : 0);
  const time = start + (hour * 60 + fields.minute - fields.zone) * minute + fields.second * second;
  return Number.isNaN(time) ? undefined : time + Math.round(fields.fraction * second);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
