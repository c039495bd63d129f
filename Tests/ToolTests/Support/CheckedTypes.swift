/// A schema with conditions on attributes of each type, most of them on the exact values that a store
/// contains.
enum CheckedTypes {
  static let schema = #"""
    swiftsync: 1
    name: Checked
    version: 1
    generate: { output: ../Generated, sets: [swift, fixtures] }
    scalars:
      Code: { type: string, pattern: "^[a-z]{3}-[0-9]+$" }
      Score: { type: int, range: [10, 20] }
    enums:
      Phase: { cases: [open, closed] }
      Level: { cases: { low: 1, high: 2 } }
    types:
      Place:
        fields:
          city: { type: string, remote: town }
          since: date
          at: { type: date, dates: unix }
          price: money
          tags: [string]
          raw: { type: data, default: AQI= }
          code: Code?
      Shape:
        tag: kind
        content: tag
        cases: { circle: { fields: { radius: { type: double, remote: r } } }, dot: {} }
    entities:
      Words:
        attributes: { id: int, text: { type: "string?", trim: true, empty-is-null: true } }
        check: length(text) > 10
      Blank:
        attributes: { id: int, text: { type: "string?", trim: true, empty-is-null: true } }
        check: text IS NULL OR text = '  '
      Padded:
        attributes: { id: int, text: { type: string, trim: true } }
        check: text = 'a' OR text = ' b'
      Numbers:
        attributes: { id: int, whole: int, part: double }
        check: whole > 1000 AND part < -2
      Amounts:
        attributes: { id: int, amount: decimal, flag: bool }
        check: CAST(amount AS REAL) > 100 AND flag
      Span:
        attributes: { id: int, starts: date, ends: date }
        check: starts < ends AND starts IS '2026-03-03T09:30:00.000000Z'
      Hours:
        attributes:
          id: int
          at: { type: date, storage: integer }
          began: { type: date, storage: seconds, dates: unix-ms }
          ended: { type: date, storage: reference-date }
          day: { type: date, dates: dd.MM.yyyy, storage: seconds }
        check: at IS 1772530200000000 AND began IS 1772530200 AND ended IS 794223000.0 AND day IS 1772496000
      Days:
        attributes: { id: int, first: day, last: day }
        check: first < last AND first IS '2026-03-03'
      Keys:
        attributes: { id: uuid, other: { type: uuid, storage: blob } }
        check: typeof(id) IS 'text' AND typeof(other) IS 'blob' AND length(other) = 16
      Files:
        attributes: { id: int, link: url, bytes: data, free: json }
        check: link IS 'https://example.com/link' AND bytes IS x'010203' AND free IS '{"key":"value"}'
      Prices:
        attributes: { id: int, price: money, fee: { type: money, remote: { major: fee, currency-code: KWD } } }
        check: price_minor > 5000 AND price_currency IS 'EUR' AND fee_minor IS 1250000 AND fee_currency IS 'KWD'
      Fees:
        attributes: { id: int, fee: { type: money, remote: { major: fee, currency-code: JPY } } }
        check: fee_minor BETWEEN 300 AND 310
      Choices:
        attributes: { id: int, phase: Phase, level: Level, levels: [Level] }
        check: phase = 'closed' AND level = 2 AND levels IS '[1]'
      Named:
        attributes: { id: int, code: Code, score: Score, codes: [Code] }
        check: code LIKE 'aaa-%' AND score > 12 AND codes IS '["aaa-0"]'
      Places:
        attributes: { id: int, place: Place, shape: Shape, shapes: "[string: Shape]" }
        check: place IS '{"at":"2026-03-03T09:30:00.000000Z","city":"city","code":"aaa-0","price_currency":"EUR","price_minor":1250,"raw":"AQID","since":"2026-03-03T09:30:00.000000Z","tags":["tags"]}' AND shape IS '{"kind":"circle","radius":1.5}' AND shapes IS '{"key":{"kind":"circle","radius":1.5}}'
      Lists:
        attributes: { id: int, names: { type: [string], separator: ",", trim: true }, counts: "[string: int]", dates: [date] }
        check: names IS '["names"]' AND counts IS '{"key":1}' AND dates IS '["2026-03-03T09:30:00.000000Z"]'
      Owner: { attributes: { id: uuid } }
      Part: { attributes: { a: int, b: string }, identity: [a, b] }
      Owned:
        attributes: { id: int }
        relations: { owner: Owner, other: "Owner?", part: Part, any: { to-any: { Owned: owned, Choices: choice } } }
        check: length(owner_id) = 36 AND other_id IS NOT NULL AND part_a IS 1 AND part_b IS 'b' AND any_type IS 'owned' AND any_id IS 1
      Local:
        attributes: { id: int, mark: { type: int, direction: local, default: 3 }, note: { type: "string?", direction: local } }
        check: mark IS 3 AND note IS NULL
    api:
      endpoints:
        words: { get: /words, returns: [Words] }
        blank: { get: /blank, returns: [Blank] }
        padded: { get: /padded, returns: [Padded] }
        numbers: { get: /numbers, returns: [Numbers] }
        span: { get: /span, returns: [Span] }
        hours: { get: /hours, returns: [Hours] }
        days: { get: /days, returns: [Days] }
        keys: { get: /keys, returns: [Keys] }
        files: { get: /files, returns: [Files] }
        prices: { get: /prices, returns: [Prices] }
        fees: { get: /fees, returns: [Fees] }
        choices: { get: /choices, returns: [Choices] }
        named: { get: /named, returns: [Named] }
        places: { get: /places, returns: [Places] }
        lists: { get: /lists, returns: [Lists] }
        owned: { get: /owned, returns: [Owned] }
        local: { get: /local, returns: [Local] }
        amounts: { get: /amounts, returns: [Amounts] }

    """#
}
