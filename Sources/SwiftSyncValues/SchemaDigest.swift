/// Composes the fingerprint of a schema version from the digests of its parts.
///
/// Generated code states each entity's digest in the entity's own file. So two branches that change
/// two entities change no common line, and what Git merges has the fingerprint of the merged schema.
package enum SchemaDigest {
  /// Returns 64 lowercase hexadecimal digits.
  ///
  /// - Parameters:
  ///   - rest: The digest of what belongs to no entity.
  ///   - entities: The digests of the entities, in any order: it is not part of a version.
  package static func fingerprint(rest: String, entities: [String]) -> String {
    let digests = [rest] + entities.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return SHA256.hexDigest(of: Array(digests.joined(separator: "\n").utf8))
  }
}
