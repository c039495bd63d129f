/// A value that is held by reference, so that its holder can be copied quickly.
///
/// Resolving passes drafts on all the time, and each access by a template copies the subject, while
/// an entity of the schema has dozens of parts.
///
/// Inlinable, because generic code of another module would look up the type of the value.
@propertyWrapper
package struct Shared<Value: Sendable>: Sendable {
  @usableFromInline final class Box: Sendable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) {
      self.value = value
    }
  }

  @usableFromInline var box: Box

  @inlinable package init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  @inlinable package var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}
