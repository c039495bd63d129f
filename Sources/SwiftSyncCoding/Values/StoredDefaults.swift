import SwiftSyncValues

/// Defaults, which a schema states as it likes and the apps' types of scalars store as they do all
/// values. A default that such a type refuses is unchanged: in Swift, it ends the program.
extension ValueType {
  /// - Parameter scalar: The scalar of the values, or of their elements.
  package func storedDefault(_ value: StoredValue, _ scalar: ScalarMetadata?) -> StoredValue {
    guard hasAppTypes(scalar) else { return value }
    let converter = ValueConverter(asStored, ValueRules(isStrict: true), scalar: scalar)
    let arena = ByteArena(chunkSize: 256)
    return withExtendedLifetime(arena) {
      value.withBound { converter.restored($0, in: arena)?.stored } ?? value
    }
  }

  fileprivate func hasAppTypes(_ scalar: ScalarMetadata?) -> Bool {
    scalar?.hasType ?? content?.shape.hasAppTypes ?? false
  }
}

extension ValueFieldMetadata {
  /// The field with its default as the apps' types of scalars store it.
  var withStoredDefault: ValueFieldMetadata {
    guard defaultTexts.count == 1, field.type.hasAppTypes(field.scalar),
      let text = storedDefault(defaultTexts[0])
    else { return self }
    return ValueFieldMetadata(field: field, keys: keys, defaultTexts: [text])
  }

  /// The default is read and written like the field of a stored object.
  private func storedDefault(_ text: [UInt8]) -> [UInt8]? {
    let plan = ValuePlan([self], .stored(checked: true))
    guard let key = keys.first else { return nil }
    var object: [UInt8] = [UInt8(ascii: "{")]
    JSONText.append(string: key, to: &object)
    object.append(UInt8(ascii: ":"))
    let start = object.count
    object += text + [UInt8(ascii: "}")]
    let arena = ByteArena(chunkSize: 256)
    return withExtendedLifetime(arena) {
      var encoder = ValueEncoder(arena, strict: true, stored: true, checked: true)
      var scanner = JSONScanner(arena.copy(object))
      do throws(JSONError) {
        guard case .text(let first) = try encoder.object(&scanner, plan, nil) else { return nil }
        return Array(encoder.text[first...].dropFirst(start).dropLast())
      } catch {
        return nil
      }
    }
  }
}
