/// A value that is held by reference, so that its holder is quick to copy.
///
/// Each question of a template copies the subject that it is about, and an entity of the schema
/// has dozens of parts.
@propertyWrapper struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let box: Box

  init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  var wrappedValue: Value { box.value }
}
