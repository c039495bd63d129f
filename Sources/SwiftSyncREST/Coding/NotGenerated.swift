/// A type that implements the requirements of the runtime's protocols without generated code. There is none.
///
/// Swift asks for a default implementation of a requirement that is `@_spi`. The defaults are limited to this
/// protocol, so that a type that cannot see the requirements fails to compile instead of getting a default that
/// stops the program.
@_spi(Generated)
public protocol NotGenerated {
  /// Never called.
  static var unavailable: Never { get }
}
