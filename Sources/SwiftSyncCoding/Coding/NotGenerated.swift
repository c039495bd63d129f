/// A type that implements the requirements of the runtime's protocols without generated code. No
/// type conforms to it.
///
/// Swift requires a default implementation for a requirement that is `@_spi`. The defaults are
/// limited to this protocol, so a type that cannot see the requirements fails to compile instead of
/// getting a default that stops the program.
@_spi(Generated)
public protocol NotGenerated {
  /// Never called.
  static var unavailable: Never { get }
}
